import { describe, expect, it } from "vitest";
import { escapeInvisible, removeInvisible } from "@/lib/kernel/visible-text";

describe("text of strangers", () => {
  it.each([
    ["a reversal", "Doctor\u202Egnp.\u202C", "Doctorgnp."],
    ["isolates", "\u2066Open\u2069 \u2067University\u2068", "Open University"],
    ["spaces without a width", "Har\u200Bvard\uFEFF\u2060", "Harvard"],
    ["marks of direction", "\u200FOpen\u200E\u061C", "Open"],
    ["a soft hyphen and fillers", "Op\u00ADen\u3164\u115F\uFFA0", "Open"],
    ["control characters, but no line breaks", "a\u0000b\u001B\u0085\tc\nd\r\n", "ab\tc\nd\r\n"],
    ["separators of lines", "a\u2028b\u2029", "ab"],
    ["joiners between letters that need none", "Har\u200Dvard \u200COpen\u200D", "Harvard Open"],
    ["joiners that follow each other", "\u200D\u200C\u200D", ""],
    ["letters of flags without a flag", `Open${String.fromCodePoint(0xe0041, 0xe0042)}`, "Open"],
    [
      "a text in letters of flags",
      `🏴${String.fromCodePoint(...Array<number>(20).fill(0xe0041))}`.slice(0, 2),
      "🏴",
    ],
    ["annotations", "a\uFFF9b\uFFFAc\uFFFB", "abc"],
  ])("loses %s", (_what, given, expected) => {
    expect(removeInvisible(given)).toBe(expected);
  });

  it.each([
    ["Persian", "می\u200Cخواهم"],
    ["Hindi", "क्\u200Dष क्\u200Cष"],
    ["Malayalam", "അവന്\u200D"],
    ["Sinhala", "ශ්\u200Dරී"],
    ["Hebrew and Arabic", "שלום — مرحبا"],
    ["emoji of several parts", "👩🏽\u200D🔬 👨\u200D👩\u200D👧 ❤️\u200D🔥 🏳️\u200D🌈 1️⃣"],
    ["the flag of Scotland", "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"],
    ["a variant of a character", "葛\u{E0100}"],
    ["Vietnamese and combined letters", "Tiếng Việt e\u0301"],
    ["an Arabic sign before a number", "\u0600123"],
  ])("keeps %s", (_what, text) => {
    expect(removeInvisible(text)).toBe(text);
    expect(escapeInvisible(text)).toBe(text);
  });

  it("shows what it would lose where every character matters", () => {
    expect(escapeInvisible("Data\u200B \u202EAnalysis\u0000")).toBe(
      String.raw`Data\u200b \u202eAnalysis\u0000`,
    );
    expect(escapeInvisible("a\u{E0041}")).toBe(String.raw`a\u{e0041}`);
  });

  it("is cleaned in time that grows with its length", () => {
    const start = performance.now();
    for (const unit of ["\u200D", "\u{E0041}", "🏴\u{E0041}", "a\u200D", "\u202E"])
      removeInvisible(unit.repeat(200_000));
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
