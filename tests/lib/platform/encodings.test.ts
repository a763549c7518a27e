import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { ENCODINGS, type Encoding } from "@/lib/platform/files/choices";
import { decodeFile } from "@/lib/platform/files/decode-file";
import { NAMES_BY_ENCODING } from "../../support/platform/names-by-language";

const SIZES = [1, 3, 10, 50];
const FILES = 30;

type Counts = { right: number; asked: number; wrong: number };

/** Numbers that look random and are the same in each run. */
function createPicker(): (count: number) => number {
  let state = 20_261_105;
  return (count) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * count);
  };
}

const pick = createPicker();

function buildTable(names: string, rows: number): string {
  const [first = [], last = []] = names.split(" / ").map((part) => part.split(" "));
  const lines = Array.from(
    { length: rows },
    (_, row) => `p${row}@example.org,${first[pick(first.length)]},${last[pick(last.length)]},2026-11-05`,
  );
  return ["email,first name,last name,issued on", ...lines, ""].join("\r\n");
}

const hasOnlyAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** Reads files of names in one language, and counts the results by the number of rows. */
function measure(encoding: Encoding, names: string): Record<number, Counts> {
  const measured = SIZES.map((rows) => {
    const counts: Counts = { right: 0, asked: 0, wrong: 0 };
    for (let file = 0; file < FILES; file += 1) {
      const text = buildTable(names, rows);
      if (hasOnlyAscii(text)) continue;
      const decoded = decodeFile(iconv.encode(text, encoding));
      if (decoded && "text" in decoded) counts[decoded.text === text ? "right" : "wrong"] += 1;
      else counts.asked += 1;
    }
    return [rows, counts] as const;
  });
  return Object.fromEntries(measured);
}

describe.each(ENCODINGS)("files in %s", (encoding) => {
  it.each(Object.entries(NAMES_BY_ENCODING[encoding]))(
    "with names in %s are read right",
    (language, names) => {
      const measured = measure(encoding, names);
      // Shows the measurement to whoever changes the estimates.
      if (process.env.SHOW_ENCODINGS)
        process.stdout.write(`${encoding} ${language} ${JSON.stringify(measured)}\n`);
      const count = (result: keyof Counts, from: number): number =>
        SIZES.filter((rows) => rows >= from).reduce((sum, rows) => sum + (measured[rows]?.[result] ?? 0), 0);
      expect(count("wrong", 3)).toBe(0);
      // Of ordinary Western files none needs a question, and of others only few.
      const isWestern = encoding === "windows-1252";
      expect(count("asked", isWestern ? 3 : 10)).toBeLessThan(isWestern ? 1 : 6);
    },
  );
});

describe("the encoding of a file", () => {
  it.each([
    ["an accent", "email,name\r\na@example.org,José Ruiz\r\n"],
    ["an umlaut", "email;name\r\na@example.org;Jörg Kühn\r\n"],
    ["a tilde", "email,name\r\na@example.org,Ana Núñez\r\n"],
    ["a stroke", "email,name\r\na@example.org,Søren Bo\r\n"],
    ["quotes and a dash", "email,name,note\r\na@example.org,Ann O’Neill,“Best of 2026” – first\r\n"],
    ["a currency", "email,name,fee\r\na@example.org,Ann Lee,€ 20\r\n"],
  ])("is Windows-1252 for a short file with %s", (_, text) => {
    expect(decodeFile(iconv.encode(text, "windows-1252"))).toEqual({ text });
  });

  it("is UTF-8 if that is valid, whatever was chosen", () => {
    expect(decodeFile(Buffer.from("email,name\na@example.org,Łukasz"), "windows-1250")).toEqual({
      text: "email,name\na@example.org,Łukasz",
    });
  });

  it("is asked for when readings are equally likely, each with the names on which they differ", () => {
    const file = iconv.encode("email,name\na@example.org,Noè Kovač\nb@example.org,René\n", "windows-1252");
    const decoded = decodeFile(file);
    expect(decoded).toEqual({
      choices: expect.arrayContaining([expect.objectContaining({ encoding: "windows-1252" })]),
    });
  });

  it("is the one that was chosen", () => {
    const text = "email,name\na@example.org,Noč\n";
    const file = iconv.encode(text, "windows-1250");
    const decoded = decodeFile(file);
    if (!decoded || !("choices" in decoded)) throw new Error("The encoding is not asked for.");
    expect(decoded.choices.slice(0, 2)).toEqual([
      { encoding: "windows-1252", sample: "Noè" },
      { encoding: "windows-1250", sample: "Noč" },
    ]);
    expect(decodeFile(file, "windows-1250")).toEqual({ text });
  });

  it("is asked for when no reading looks like names: KOI8-R, and UTF-8 with a byte that is wrong", () => {
    const text = "email,name\na@example.org,Мария Иванова\n";
    expect(decodeFile(iconv.encode(text, "koi8-r"))).toHaveProperty("choices");
    const broken = Buffer.concat([
      Buffer.from("email,name\na@example.org,Jörg Müller\n"),
      Buffer.from([0xfc]),
    ]);
    expect(decodeFile(broken)).toHaveProperty("choices");
  });

  it.each([
    ["iso-8859-2", "Šárka,Nováková"],
    ["iso-8859-2", "Jan,Šťastný"],
    ["iso-8859-2", "Śłąwomir,Wiśniewski"],
    ["maccyrillic", "Анна,Иванова"],
  ])("is asked for when the likeliest reading has symbols inside names: %s, %s", (encoding, name) => {
    const bytes = iconv.encode(`first name,last name,email\n${name},a@example.org\n`, encoding);
    expect(decodeFile(bytes)).toHaveProperty("choices");
  });
});
