import { Font } from "@react-pdf/renderer";
import { buildSfnt } from "@/lib/art/drawing/woff";

/** The font of text that is read but not seen. PDFs keep fonts by name, so all texts share this one. */
export const UNSEEN = "Unseen";

const UNITS_PER_EM = 1000;
const LETTER_WIDTH = 500;
const ASCENT = 900;
const DESCENT = -300;

/** Letters, marks, digits and signs of the basic plane, and the two joiners. */
const HELD = /[\p{L}\p{M}\p{N}\p{P}\p{S} \u200c\u200d]/u;
/** Marks that stand over or under their letter. */
const NARROW = /[\p{Mn}\p{Me}\u200c\u200d]/u;

function listHeldCodes(): number[] {
  const codes: number[] = [];
  for (let code = 0x20; code < 0xffff; code++) if (HELD.test(String.fromCharCode(code))) codes.push(code);
  return codes;
}

const words = (...values: number[]): Buffer => packWords(values);

const packWords = (values: number[]): Buffer => {
  const table = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => table.writeUInt16BE(value & 0xffff, index * 2));
  return table;
};

const longs = (...values: number[]): Buffer => packLongs(values);

const packLongs = (values: number[]): Buffer => {
  const table = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => table.writeUInt32BE(value, index * 4));
  return table;
};

/** The outline of a letter: a dot at its end. Without one, programs that place marks take it for nothing. */
const DOT = Buffer.concat([
  words(1, LETTER_WIDTH - 1, 0, LETTER_WIDTH, 1, 2, 0),
  // Three points on the curve, with their steps in x and y as words.
  Buffer.from([1, 1, 1]),
  words(LETTER_WIDTH - 1, 1, 0, 0, 0, 1),
  Buffer.from([0]),
]);

/** Writes the character map, as segments of following codes that have following glyphs (format 4). */
function buildCharacterMap(codes: number[]): Buffer {
  const segments: { first: number; last: number; delta: number }[] = [];
  codes.forEach((code, index) => {
    const last = segments.at(-1);
    if (last?.last === code - 1) last.last = code;
    else segments.push({ first: code, last: code, delta: index + 1 - code });
  });
  segments.push({ first: 0xffff, last: 0xffff, delta: 1 });
  const count = segments.length;
  const power = Math.floor(Math.log2(count));
  const range = 2 * 2 ** power;
  const subtable = words(
    4,
    16 + count * 8,
    0,
    count * 2,
    range,
    power,
    count * 2 - range,
    ...segments.map(({ last }) => last),
    0,
    ...segments.map(({ first }) => first),
    ...segments.map(({ delta }) => delta),
    ...segments.map(() => 0),
  );
  return Buffer.concat([words(0, 1, 3, 1, 0, 12), subtable]);
}

/** A name table with the family, the style, the full name and the PostScript name. */
function buildNames(): Buffer {
  const names = ([1, 2, 4, 6] as const).map((id) => ({ id, text: id === 2 ? "Regular" : UNSEEN }));
  const texts = names.map(({ text }) => Buffer.from(text, "utf16le").swap16());
  let offset = 0;
  const records = names.map(({ id }, index) => {
    const { length = 0 } = texts[index] ?? {};
    const record = words(3, 1, 0x409, id, length, offset);
    offset += length;
    return record;
  });
  return Buffer.concat([words(0, names.length, 6 + names.length * 12), ...records, ...texts]);
}

/** Builds a font whose letters all are half an em wide, whose marks have no width, and which shows nothing. */
function buildUnseenFont(): Buffer {
  const codes = listHeldCodes();
  const isNarrow = codes.map((code) => NARROW.test(String.fromCharCode(code)));
  const count = codes.length + 1;
  let end = 0;
  const offsets = isNarrow.map((narrow) => (narrow ? end : (end += DOT.length)));
  return buildSfnt(
    new Map([
      [
        "OS/2",
        Buffer.concat([
          words(1, LETTER_WIDTH, 400, 5, 0, 650, 700, 0, 140, 650, 700, 0, 480, 50, 300, 0),
          Buffer.alloc(30),
          words(0x40, 0x20, 0xffff, ASCENT, DESCENT, 0, ASCENT, -DESCENT),
          longs(1, 0),
        ]),
      ],
      ["cmap", buildCharacterMap(codes)],
      ["glyf", Buffer.concat(isNarrow.filter((narrow) => !narrow).map(() => DOT))],
      [
        "head",
        Buffer.concat([
          longs(0x10000, 0x10000, 0, 0x5f0f3cf5),
          words(0, UNITS_PER_EM),
          Buffer.alloc(16),
          words(0, 0, LETTER_WIDTH, 1, 0, 8, 2, 1, 0),
        ]),
      ],
      [
        "hhea",
        words(1, 0, ASCENT, DESCENT, 0, LETTER_WIDTH, 0, 0, LETTER_WIDTH, 1, 0, 0, 0, 0, 0, 0, 0, count),
      ],
      [
        "hmtx",
        packWords(
          [0, 0].concat(isNarrow.flatMap((narrow) => (narrow ? [0, 0] : [LETTER_WIDTH, LETTER_WIDTH - 1]))),
        ),
      ],
      ["loca", packLongs([0, 0].concat(offsets))],
      ["maxp", Buffer.concat([longs(0x10000), words(count, 3, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)])],
      ["name", buildNames()],
      ["post", longs(0x30000, 0, 0, 0, 0, 0, 0, 0)],
    ]),
  );
}

let registration: Promise<void> | undefined;

/** Registers the font once with the renderer of PDFs, which never frees one. */
export function registerUnseenFont(): Promise<void> {
  registration ??= (async () => {
    Font.register({ family: UNSEEN, src: `data:font/ttf;base64,${buildUnseenFont().toString("base64")}` });
    await Font.load({ fontFamily: UNSEEN });
  })();
  return registration;
}

/** Returns the part of a text that the font has, and the size at which it is not wider than the line that is seen. */
export function toUnseenText(text: string, width: number, size: number): { text: string; size: number } {
  const held = Array.from(text).filter((one) => one.length === 1 && HELD.test(one));
  const letters = Math.max(1, held.filter((one) => !NARROW.test(one)).length);
  return { text: held.join(""), size: Math.min(size, (width * UNITS_PER_EM) / (letters * LETTER_WIDTH)) };
}
