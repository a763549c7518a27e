import { readFileSync, existsSync } from "node:fs";
import path from "node:path";

/** The files of Noto Sans for one language, split by its publisher into about a hundred pieces of characters each. */
interface LanguageFonts {
  name: string;
  /** The folder of `files/…-PIECE-WEIGHT-normal.woff`. */
  directory: string;
  code: string;
  /** The number of the piece by code point. */
  pieces: Map<number, string>;
}

const CODES = ["jp", "kr", "sc"] as const;
type Code = (typeof CODES)[number];

const loadedLanguages = new Map<Code, LanguageFonts>();

function getLanguageFonts(code: Code): LanguageFonts {
  const directory = `node_modules/@fontsource/noto-sans-${code}`;
  const found = loadedLanguages.get(code) ?? {
    name: `Noto Sans ${code.toUpperCase()}`,
    directory,
    code,
    pieces: readPieces(path.join(process.cwd(), directory, "unicode.json")),
  };
  loadedLanguages.set(code, found);
  return found;
}

/**
 * Reads the numbered pieces from `{"[7]": "U+4e00,U+4e03-4e05", …, "latin": …}`. Returns none when the package is not
 * installed.
 */
function readPieces(file: string): Map<number, string> {
  const pieces = new Map<number, string>();
  if (!existsSync(file)) return pieces;
  const ranges = Object.entries(JSON.parse(readFileSync(file, "utf8")) as Record<string, string>);
  for (const [name, text] of ranges) {
    const piece = /^\[(\d+)\]$/.exec(name)?.[1];
    if (piece === undefined) continue;
    for (const [, first = "", last = first] of text.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)) {
      for (let code = parseInt(first, 16); code <= parseInt(last, 16); code++) pieces.set(code, piece);
    }
  }
  return pieces;
}

/**
 * Returns the Han characters of a national standard: its rows in a two-byte encoding, decoded by the runtime's
 * tables.
 */
function readCharacterSet(encoding: "gbk" | "euc-jp", lastRow: number): Set<string> {
  const bytes: number[] = [];
  for (let row = 0xb0; row <= lastRow; row++)
    for (let cell = 0xa1; cell <= 0xfe; cell++) bytes.push(row, cell);
  return new Set(new TextDecoder(encoding).decode(Uint8Array.from(bytes)));
}

let characterSets: { chinese: Set<string>; japanese: Set<string> } | undefined;

/** Whether a text has characters that are not in GB 2312 (simplified characters) but in JIS X 0208. */
function isLikelyJapanese(text: string): boolean {
  characterSets ??= { chinese: readCharacterSet("gbk", 0xf7), japanese: readCharacterSet("euc-jp", 0xf4) };
  const { chinese, japanese } = characterSets;
  const han = text.match(/\p{Script=Han}/gu) ?? [];
  return !han.every((one) => chinese.has(one)) && han.every((one) => japanese.has(one) || one === "々");
}

/**
 * Orders the languages whose fonts are tried: many Han characters look different in each language but have one code
 * point. Kana are Japanese and Hangul is Korean. Han alone counts as simplified Chinese unless it has characters that
 * only Japanese uses.
 */
function rankLanguages(text: string): LanguageFonts[] {
  const order = (...codes: Code[]): LanguageFonts[] => codes.map(getLanguageFonts);
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return order("jp", "sc", "kr");
  if (/\p{Script=Hangul}/u.test(text)) return order("kr", "jp", "sc");
  return isLikelyJapanese(text) ? order("jp", "sc", "kr") : order("sc", "jp", "kr");
}

const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u30ff\uff00-\uffef]/u;

/**
 * Lists the files that have these characters of a text, in order of preference: a family name, and the path up to the
 * weight. Empty for characters of other scripts.
 */
export function listCjkFontFiles(text: string, characters: string[]): { name: string; prefix: string }[] {
  const eastAsian = characters.filter((character) => EAST_ASIAN.test(character));
  if (eastAsian.length === 0) return [];
  const languages = rankLanguages(text);
  const files = new Map<string, { name: string; prefix: string; rank: number }>();
  for (const character of eastAsian) {
    const point = character.codePointAt(0) ?? 0;
    const rank = languages.findIndex(({ pieces }) => pieces.has(point));
    const { name, directory, code, pieces } = languages[rank] ?? {};
    const piece = pieces?.get(point);
    if (!piece) continue;
    const prefix = `${directory}/files/noto-sans-${code}-${piece}`;
    files.set(prefix, { name: `${name} ${piece}`, prefix, rank });
  }
  return [...files.values()].toSorted((one, other) => one.rank - other.rank);
}
