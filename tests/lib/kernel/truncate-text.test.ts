import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanSearchText } from "@/components/ui/list/list-address";
import { parseRejectedForm, buildRejectionQuery } from "@/app/rejected-form";
import { parseImportFile } from "@/lib/badges/imports/file";
import { problemMessage } from "@/lib/badges/imports/problem-messages";
import { validateEmployees } from "@/lib/workforce/batches/validation";
import { readBadgeClass } from "@/lib/credentials/verification/open-badge";
import {
  truncateUtf8,
  truncateAtGrapheme,
  truncateText,
  splitGraphemes,
  toStorableText,
} from "@/lib/kernel/truncate-text";
import { fitText } from "@/lib/art/drawing/fit-text";

const FAMILY = "👩‍👩‍👧‍👦";
const FLAG = "🇩🇪";

const character = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("a", "é", "e\u0301", "😀", FAMILY, FLAG, "漢", " ", "한") },
  { weight: 1, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 1 }) },
);

/** Text as a well-behaved client sends it. */
const unicode = fc.array(character, { maxLength: 120 }).map((parts) => parts.join(""));

/** The same with what no client should send: lone surrogates and NUL. */
const anything = fc
  .array(fc.oneof(character, fc.constantFrom("\ud83d", "\ude00", "\0")), { maxLength: 120 })
  .map((parts) => parts.join(""));

const most = fc.integer({ min: 0, max: 130 });

/** Returns whether jsonb accepts a text. */
const isStorable = (value: unknown): boolean => !/\\u(?:0000|d[89a-f])/.test(JSON.stringify(value));

describe("text cut for storage", () => {
  it("can be stored, has at most the given length, and is a prefix of the input", () => {
    fc.assert(
      fc.property(anything, most, (text, length) => {
        const cut = truncateText(text, length);
        expect(isStorable(cut)).toBe(true);
        expect(cut.length).toBeLessThanOrEqual(length);
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, length) - 1);
        expect(toStorableText(text).startsWith(cut)).toBe(true);
      }),
    );
  });

  it.each([
    ["abc", 3, "abc"],
    ["abc", 2, "ab"],
    ["ab😀", 4, "ab😀"],
    ["ab😀", 3, "ab"],
    ["ab\ud83dcd", 4, "ab\uFFFDc"],
    ["a\0b", 9, "a\uFFFDb"],
    ["😀", 0, ""],
  ])("makes of %j at %d %j", (text, length, expected) => {
    expect(truncateText(text, length)).toBe(expected);
  });

  it("cuts UTF-8 bytes between characters too", () => {
    fc.assert(
      fc.property(unicode, most, (text, length) => {
        const cut = truncateUtf8(Buffer.from(text), length);
        expect(isStorable(cut)).toBe(true);
        expect(toStorableText(text).startsWith(cut)).toBe(true);
        expect(Buffer.byteLength(cut)).toBeGreaterThanOrEqual(Math.min(Buffer.byteLength(text), length) - 3);
      }),
    );
  });
});

describe("text cut for people", () => {
  it("ends between characters as people see them", () => {
    fc.assert(
      fc.property(unicode, most, (text, length) => {
        const whole = splitGraphemes(toStorableText(text));
        const cut = truncateAtGrapheme(text, length);
        expect(cut.length).toBeLessThanOrEqual(length);
        fc.pre((whole[0] ?? "").length <= length);
        expect(splitGraphemes(cut)).toEqual(whole.slice(0, splitGraphemes(cut).length));
      }),
    );
  });

  it.each([
    [`a${FAMILY}`, 5, "a"],
    [`a${FAMILY}b`, 1 + FAMILY.length, `a${FAMILY}`],
    [`${FLAG}${FLAG}`, 6, FLAG],
    ["e\u0301e\u0301", 3, "e\u0301"],
    // A single character that is longer than the limit.
    [FAMILY, 3, "👩\u200d"],
  ])("makes of %j at %d %j", (text, length, expected) => {
    expect(truncateAtGrapheme(text, length)).toBe(expected);
  });
});

describe("every place that cuts text", () => {
  const long = fc.tuple(fc.integer({ min: 0, max: 6 }), unicode).map(([pad, text]) => {
    const filled = text.replace(/[\s\p{Cc}"]/gu, "") || "😀";
    return `${"x".repeat(pad)}${filled.repeat(Math.ceil(400 / filled.length))}`;
  });

  it.each<[string, (text: string) => unknown]>([
    [
      "the values and headings of a file of badges",
      (text) => parseImportFile(encodeBase64(`${text},b\n${text},c`)).columns,
    ],
    [
      "a value that a message quotes",
      (value) => problemMessage({ field: "country_name", code: "invalid", message: "", value }),
    ],
    [
      "the address of a refused employee",
      (email) => validateEmployees([{ row: 1, value: { email }, isRagged: false }]),
    ],
    [
      "the words of a badge from elsewhere",
      (name) => readBadgeClass({ name, description: name.repeat(15), issuer: "https://example.org" }),
    ],
    ["the words of a search", (text) => cleanSearchText(text)],
    ["a name in the address of a form", (first_name) => buildRejectionQuery({ first_name }, { wrong: [] })],
    ["a name that a form shows again", (first_name) => parseRejectedForm({ first_name })],
  ])("%s: leaves nothing that jsonb refuses", (_place, cut) => {
    fc.assert(
      fc.property(long, (text) => {
        const written = JSON.stringify(cut(text));
        expect(isStorable(written === undefined ? null : (JSON.parse(written) as unknown))).toBe(true);
        expect(written).not.toContain("%EF%BF%BD");
      }),
    );
  });

  it("a drawn line: no part of what people see as one character", () => {
    const area = { weight: 500, tracking: 0, leading: 1.2, height: 40, maxLines: 1 } as const;
    const options = { ...area, maxSize: 20, minSize: 20, widthBetween: () => 200 };
    for (let pad = 0; pad < 12; pad += 1) {
      const { lines } = fitText("x".repeat(pad) + FAMILY.repeat(40), options);
      expect(lines.join("").replaceAll(FAMILY, "")).toMatch(/^x*[…-]*$/u);
    }
  });
});

function encodeBase64(text: string): string {
  return Buffer.from(text).toString("base64");
}
