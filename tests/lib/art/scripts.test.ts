import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { fitText } from "@/lib/art/drawing/fit-text";
import { loadFace, loadTypeface, shapeLine, textWidth, toDrawableText } from "@/lib/art/drawing/fonts";
import { readDirection } from "@/lib/art/drawing/script-fonts";
import { listUndrawnLetters, undrawnMessage } from "@/lib/art/drawing/scripts";
import { toOutlinePath } from "@/lib/art/drawing/shaping";
import { listUndrawn } from "@/lib/art/drawing/undrawn";

/** Returns the outlines of a name, null if it needs no shaping. */
async function outline(name: string): Promise<string | null> {
  const face = await loadFace(name);
  const line = shapeLine(toDrawableText(name, face), 600, face, readDirection(name));
  return line && toOutlinePath(line, 100, (x, y) => ({ x, y }));
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);

const NAMES = {
  Arabic: "محمد الأحمد",
  Hebrew: "יוסי כהן",
  Devanagari: "नरेंद्र शर्मा",
  Bengali: "রবীন্দ্রনাথ",
  Gurmukhi: "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ",
  Gujarati: "નરેન્દ્ર પટેલ",
  Oriya: "ନବୀନ ପଟ୍ଟନାୟକ",
  Tamil: "முத்து குமார்",
  Telugu: "శ్రీనివాస్ రావు",
  Kannada: "ಕೃಷ್ಣ ಗೌಡ",
  Malayalam: "ശ്രീകുമാർ നായർ",
  Sinhala: "ශ්‍රී පෙරේරා",
  Thai: "สมชาย ใจดี",
  Lao: "ສົມສັກ ພົມມະຈັນ",
  Khmer: "សុខ ចាន់ដារា",
  Myanmar: "အောင်ကျော်မြင့်",
  Georgian: "გიორგი ბერიძე",
  Armenian: "Արամ Սարգսյան",
  Ethiopic: "አበበ ቢቂላ",
  Mixed: "佐藤 (محمد) Ọlá Adébáyọ̀ 1",
};

describe("names of all scripts", () => {
  it("have the outlines that were looked at", async () => {
    const outlines: Record<string, string> = {};
    for (const [script, name] of Object.entries(NAMES)) {
      const face = await loadFace(name);
      expect(toDrawableText(name, face), script).toBe(name);
      expect(listUndrawn(name), script).toEqual([]);
      outlines[script] = hash((await outline(name)) ?? "");
    }
    expect(outlines).toMatchInlineSnapshot(`
      {
        "Arabic": "c64d93df3026",
        "Armenian": "2fa36b24aa50",
        "Bengali": "97bced7c83f1",
        "Devanagari": "c07b6ab499e8",
        "Ethiopic": "0b8704818440",
        "Georgian": "62d9cb06d3c6",
        "Gujarati": "fcbdd57f46ad",
        "Gurmukhi": "9e198720a835",
        "Hebrew": "859bc723084c",
        "Kannada": "015acad84647",
        "Khmer": "e01faf5fdc69",
        "Lao": "65215716cc89",
        "Malayalam": "5ec0973d1004",
        "Mixed": "8eef9615e40a",
        "Myanmar": "6dc1fcb57052",
        "Oriya": "1696c2abc2cc",
        "Sinhala": "fcecb212d084",
        "Tamil": "af32152c9fe1",
        "Telugu": "007aae6caf69",
        "Thai": "875191930a6d",
      }
    `);
  });

  it("leave other lines to the way that they had before", async () => {
    for (const name of ["Ada Okafor", "Ζωή Παππά", "佐藤 花子", "김하늘", "e\u0301", "Ada 🎉"])
      expect(await outline(name), name).toBeNull();
    // Another text of the drawing needs shaping. This line does not.
    const face = await loadFace("Ada Okafor", NAMES.Arabic);
    expect(shapeLine("Ada Okafor", 600, face)).toBeNull();
  });

  it("keep the chosen serif for what it has", async () => {
    const name = "Mohamed (محمد) Ali";
    const serif = await loadTypeface("source-serif-4", [name]);
    const inter = await loadFace(name);
    expect(textWidth(name, 100, 600, { face: serif })).not.toBe(textWidth(name, 100, 600, { face: inter }));
  });

  it("lose only what no font has", async () => {
    const face = await loadFace("محمد 🎉", "བོད");
    expect(toDrawableText("محمد 🎉", face)).toBe("محمد");
    expect(toDrawableText("བོད", face)).toBe("");
    expect(listUndrawn("محمد 🎉 བོད J\u030can")).toEqual(["🎉", "བ", "ོ", "ད", "\u030c"]);
    expect(listUndrawn("Ｄａｔａ ① 佐藤 Ada\u200d \u202eÉ")).toEqual([]);
  });
});

describe("the note on what is left out", () => {
  const LATIN = Array.from({ length: 0x180 - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).join(
    "",
  );

  it("is the same in forms, which know only the scripts", () => {
    const names = [
      ...Object.values(NAMES),
      LATIN,
      "Ζωή",
      "Зоя",
      "佐藤 花子",
      "김하늘",
      "مُحَمَّد",
      "क़",
      "Ada 🎉",
      "བོད",
      "ᠮᠣᠩ",
      "J\u030can",
    ];
    for (const name of names) expect(listUndrawnLetters(name), name).toEqual(listUndrawn(name));
  });

  it("names the characters", () => {
    expect(undrawnMessage([])).toBe("");
    expect(undrawnMessage(["🎉"])).toBe(
      "“🎉” is left out on certificates and cards, because no font has it.",
    );
    expect(undrawnMessage(["🎉", "🚀"])).toContain("“🎉 🚀” are left out");
  });
});

describe("a line of several directions", () => {
  it("has the direction of the whole text", async () => {
    const name = "محمد (Mohamed Ali) الأحمد";
    const face = await loadFace(name);
    const fitted = fitText(name, {
      weight: 600,
      maxSize: 40,
      minSize: 10,
      maxLines: 3,
      tracking: 0,
      leading: 1.2,
      height: 400,
      widthBetween: () => 220,
      face,
    });
    expect(fitted.direction).toBe("rtl");
    expect(fitted.lines.length).toBeGreaterThan(1);
    // A line broken off such a text begins at the right, also without Arabic letters.
    const line = shapeLine("(Ali", 600, face, "rtl");
    const bracket = shapeLine("()", 600, face, "ltr" as const) ?? line;
    expect(line?.glyphs).toHaveLength(4);
    expect(bracket).toBe(line);
    expect(line?.glyphs.at(-1)?.outline).toBe(shapeLine("محمد ()", 600, face, "ltr")?.glyphs.at(-1)?.outline);
  });

  it("shows no order that a control character asks for", async () => {
    expect(await outline("\u202eمحمد\u202c \u2067Ali\u2069")).toBe(await outline("محمد Ali"));
  });
});

describe("line breaks", () => {
  const lines = async (text: string, width: number) => {
    const face = await loadFace(text);
    return fitText(text, {
      weight: 500,
      maxSize: 20,
      minSize: 20,
      maxLines: 9,
      tracking: 0,
      leading: 1,
      height: 400,
      widthBetween: () => width,
      face,
    }).lines;
  };

  it.each([
    ["การวิเคราะห์ข้อมูลขั้นพื้นฐาน", "การ"],
    ["ການວິເຄາະຂໍ້ມູນພື້ນຖານ", "ການ"],
    ["ការវិភាគទិន្នន័យមូលដ្ឋាន", "ការ"],
    ["အခြေခံဒေတာခွဲခြမ်းစိတ်ဖြာခြင်း", ""],
  ])("are between the words of %s", async (text, start) => {
    const broken = await lines(text, 130);
    expect(broken.length).toBeGreaterThan(1);
    expect(broken.join("")).toBe(text);
    expect(broken[0]?.startsWith(start)).toBe(true);
  });

  it("have hyphens only where letters of the script have them", async () => {
    expect((await lines("Donaudampfschifffahrt", 80)).join("")).toContain("-");
    expect((await lines("والاستقلالياتوالاستقلاليات", 80)).join("")).not.toContain("-");
  });
});

describe("hostile text", () => {
  it.each([
    ["marks", `ب${"\u064e".repeat(4000)}`],
    ["marks of Latin", `a${"\u0301".repeat(4000)} محمد`],
    ["directions", "\u202e\u2067\u202dمحمد\u2069 Ali ".repeat(200)],
    ["halves of characters", "\ud800محمد\udfff\ud800"],
    ["joiners", `\u200dمحمد${"\u200c".repeat(500)}`],
    ["scripts", Object.values(NAMES).join(" ").repeat(10)],
  ])("of %s is measured and cut", async (_, text) => {
    const face = await loadFace(text);
    const fitted = fitText(toDrawableText(text, face), {
      weight: 600,
      maxSize: 40,
      minSize: 20,
      maxLines: 3,
      tracking: 0,
      leading: 1.2,
      height: 200,
      widthBetween: () => 500,
      face,
    });
    for (const line of fitted.lines)
      expect(textWidth(line, fitted.size, 600, { face })).toBeLessThanOrEqual(500);
  });
});
