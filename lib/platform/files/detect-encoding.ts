import iconv from "iconv-lite";
import { estimateLikelihood, type Expectation, type Likelihood } from "./encoding-likelihood";
import { ENCODINGS, type Encoding } from "./choices";
import { CHINESE, JAPANESE, KOREAN } from "./familiar-names";

type Profile = {
  /** Added to the cost of a reading: rarer encodings need better evidence. */
  prior: number;
  /** For encodings of East Asia: frequent characters in names, and the codes of those that schools teach. */
  frequent?: string;
  usual?: readonly [first: number, last: number];
  /** Letters that the languages of the encoding do without. */
  others?: RegExp;
};

const PROFILES: Record<Encoding, Profile> = {
  "windows-1252": { prior: 0, others: /[ýþðšžÿ]/i },
  "windows-1250": { prior: 2, others: /[çëŕĺ]/i },
  "windows-1251": { prior: 3 },
  "windows-1253": { prior: 5 },
  "windows-1254": { prior: 6, others: /[^çğıiöşüâîûé]/i },
  macintosh: { prior: 4 },
  shift_jis: { prior: 3, frequent: JAPANESE, usual: [0x889f, 0x9872] },
  "euc-jp": { prior: 6, frequent: JAPANESE, usual: [0xb0a1, 0xcfd3] },
  gb18030: { prior: 3, frequent: CHINESE, usual: [0xb0a1, 0xd7f9] },
  big5: { prior: 4, frequent: CHINESE, usual: [0xa440, 0xc67e] },
  "euc-kr": { prior: 3, frequent: KOREAN, usual: [0xb0a1, 0xc8fe] },
};

/** The most bytes that are compared. Each is read in every encoding. */
const SAMPLE_BYTES = 16 * 1024;
/** By how much a reading must be likelier than the next one, to be taken without a question. */
const MARGIN = 5;
/** The most that a character of a reading costs on average, to be taken without a question. */
const MAX_MEAN_COST = 10;
/** The smallest number of characters of a reading for each symbol inside a word, to be taken without a question. */
const MIN_CHARACTERS_PER_SYMBOL = 20;
/** How many readings a person chooses from. */
const MAX_CHOICES = 5;

const expectations = new Map<Encoding, Expectation>();

function expectationOf(encoding: Encoding): Expectation {
  const known = expectations.get(encoding);
  if (known) return known;
  const { frequent = "", usual, others = null } = PROFILES[encoding];
  const isUsual = (character: string): boolean => {
    const code = iconv.encode(character, encoding);
    return (
      usual !== undefined &&
      code.length === 2 &&
      code.readUInt16BE() >= usual[0] &&
      code.readUInt16BE() <= usual[1]
    );
  };
  const expectation = { frequent: new Set(frequent.replace(/\s/g, "")), isUsual, others };
  expectations.set(encoding, expectation);
  return expectation;
}

const isLineEnd = (byte: number): boolean => byte === 0x0a || byte === 0x0d;

/** Cuts out the lines with bytes beyond ASCII. None of the encodings uses the bytes of line ends for anything else. */
export function sampleLines(bytes: Buffer): Buffer {
  const lines: Buffer[] = [];
  let [size, start, isPlain] = [0, 0, true];
  for (let place = 0; place <= bytes.length && size < SAMPLE_BYTES; place += 1) {
    const byte = bytes[place] ?? 0x0a;
    if (byte >= 0x80) isPlain = false;
    if (!isLineEnd(byte)) continue;
    if (!isPlain) lines.push(bytes.subarray(start, place + 1));
    size += isPlain ? 0 : place - start;
    [start, isPlain] = [place + 1, true];
  }
  return Buffer.concat(lines);
}

export type Reading = { encoding: Encoding; text: string } & Likelihood;

/** Reads bytes in each encoding in which they can be text, the likeliest first. Readings with the same text are one. */
function listReadings(sample: Buffer): Reading[] {
  const byText = new Map<string, Reading>();
  for (const encoding of ENCODINGS) {
    const text = iconv.decode(sample, encoding);
    const likelihood = estimateLikelihood(text, expectationOf(encoding));
    if (!likelihood) continue;
    const cost = likelihood.cost + PROFILES[encoding].prior;
    const same = byText.get(text);
    byText.set(text, {
      encoding,
      count: likelihood.count,
      misplaced: likelihood.misplaced,
      text,
      ...same,
      cost: Math.min(cost, same?.cost ?? cost),
    });
  }
  return [...byText.values()].toSorted((one, other) => one.cost - other.cost);
}

/** What the bytes of a file say about its encoding: one, or the likeliest ones when they do not say which. */
export type Detection = { encoding: Encoding } | { likely: Reading[] };

/** Detects the encoding of a file that is not UTF-8 from how likely its readings are the names of people. */
export function detectEncoding(bytes: Buffer): Detection {
  const readings = listReadings(sampleLines(bytes));
  const [best, next] = readings;
  if (!best) return { likely: [] };
  const isClear = !next || next.cost - best.cost >= MARGIN;
  const isPlausible =
    best.cost / best.count <= MAX_MEAN_COST && best.misplaced * MIN_CHARACTERS_PER_SYMBOL <= best.count;
  return isClear && isPlausible ? { encoding: best.encoding } : { likely: readings.slice(0, MAX_CHOICES) };
}
