import { describe, expect, it } from "vitest";
import { readBadgeText } from "@/lib/credentials/verification/badge-text";
import { BadgeRefused } from "@/lib/credentials/verification/refusal";
import { buildPng, buildTextChunk, TEXT_KINDS } from "../../support/credentials/baked-badges";

// An image with two badges shows one of them to one reader and the other to the next.

const read = (file: Buffer): string => {
  try {
    return readBadgeText(file);
  } catch (error) {
    if (!(error instanceof BadgeRefused)) throw error;
    return error.reason ?? error.code;
  }
};

const NAMESPACES = { assertion: "http://openbadges.org", credential: "https://purl.imsglobal.org/ob/v3p0" };
const wrap = (content: string, kind: keyof typeof NAMESPACES) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:ob="${NAMESPACES[kind]}" xmlns:older="https://purl.imsglobal.org/ob/v3p0/">${content}</svg>`,
  );
const ADDRESS = "https://open.example.org/assertions/1";
const JSON_TEXT = JSON.stringify({ id: ADDRESS, type: "Assertion" });

describe("a PNG with two badges", () => {
  it.each(TEXT_KINDS)("under one keyword is ambiguous, with the second in %s", (kind) => {
    for (const keyword of ["openbadges", "openbadgecredential"]) {
      const first = buildTextChunk("iTXt", keyword, "one");
      expect(read(buildPng([first]))).toBe("one");
      expect(read(buildPng([first, buildTextChunk(kind, keyword, "two")]))).toBe("ambiguous");
      expect(read(buildPng([buildTextChunk(kind, keyword, "two"), first]))).toBe("ambiguous");
    }
  });

  it("of both versions contains the credential of Open Badges 3.0, in any place", () => {
    const [older, newer] = [
      buildTextChunk("iTXt", "openbadges", ADDRESS),
      buildTextChunk("iTXt", "openbadgecredential", "{}"),
    ];
    expect(read(buildPng([older, newer]))).toBe("{}");
    expect(read(buildPng([newer, older]))).toBe("{}");
    expect(read(buildPng([newer, older, older]))).toBe("{}");
  });
});

it.each(["a", "xmlns:a"])(
  "an SVG with a thousand attributes (%s) is read, and one with more is not",
  (name) => {
    const badge = `<ob:credential xmlns:ob="${NAMESPACES.credential}">{}</ob:credential>`;
    const build = (count: number) => {
      const attributes = Array.from({ length: count }, (_, index) => `${name}${index}="u"`).join(" ");
      return Buffer.from(`<svg ${attributes}><g ${attributes}/>${badge}</svg>`);
    };
    expect(read(build(1_000))).toBe("{}");
    expect(read(build(1_001))).toBe("unreadable_badge");
  },
);

describe("an SVG with two badges", () => {
  it.each<[string, string, keyof typeof NAMESPACES]>([
    ["two elements", "<ob:credential>{}</ob:credential><ob:credential>{}</ob:credential>", "credential"],
    ["an empty element first", "<ob:credential/><ob:credential>{}</ob:credential>", "credential"],
    [
      "a second one in another namespace",
      "<ob:credential>{}</ob:credential><g><older:credential>{}</older:credential></g>",
      "credential",
    ],
    ["elements of both versions", "<ob:assertion>{}</ob:assertion><older:credential/>", "assertion"],
    ["an element in it", "<ob:credential>{}<ob:credential>{}</ob:credential></ob:credential>", "credential"],
    ["parts", '<ob:credential>{"a":1<g/>,"b":2}</ob:credential>', "credential"],
    ["a text and a token", '<ob:credential verify="e30.e30.AA">{}</ob:credential>', "credential"],
    [
      "a text and the address of another",
      `<ob:assertion verify="https://other.example.org/1">${JSON_TEXT}</ob:assertion>`,
      "assertion",
    ],
    ["a text and a token", `<ob:assertion verify="e30.e30.AA">${JSON_TEXT}</ob:assertion>`, "assertion"],
  ])("is ambiguous: %s", (_what, content, kind) => {
    expect(read(wrap(content, kind))).toBe("ambiguous");
  });

  it("is read with one element: its text, or the address or token in its attribute, or the text with its own address", () => {
    expect(read(wrap("<ob:credential>{}</ob:credential>", "credential"))).toBe("{}");
    expect(read(wrap('<ob:credential verify="e30.e30.AA"/>', "credential"))).toBe("e30.e30.AA");
    expect(read(wrap(`<ob:assertion verify="${ADDRESS}">${JSON_TEXT}</ob:assertion>`, "assertion"))).toBe(
      JSON_TEXT,
    );
    expect(read(wrap("<g><other/></g>", "credential"))).toBe("");
  });
});
