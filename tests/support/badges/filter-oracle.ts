import fc from "fast-check";

// A second, naive implementation of filters and sort orders over rows in memory.

const DAY_MS = 24 * 3_600_000;

/** A filter as a request has it, and which rows match. */
export type FilterCase<Row> = { key: string; value: string; fits: (row: Row) => boolean };

/** Filters for each key of a list, with values from existing rows. */
export type Oracle<Row> = Record<string, fc.Arbitrary<FilterCase<Row>>>;

type ReadValue<Row, Value> = (row: Row) => Value;

const distinct = <Value>(values: (Value | null)[]): Value[] => [
  ...new Set(values.filter((value) => value !== null)),
];

/** A part of a text in any case, without the characters that have a meaning in the syntax of filters. */
const partOfText = (texts: string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...texts), fc.nat(), fc.integer({ min: 1, max: 8 }), fc.boolean())
    .map(([text, at, length, isUpper]) => {
      const start = at % text.length;
      const piece = text.slice(start, start + length).trim();
      return isUpper ? piece.toUpperCase() : piece;
    })
    .filter((piece) => !/[|"]/.test(piece) && piece !== "");

const TWO_LETTERS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };

/** The foldedSpellings of a text without accents and capitals. */
const foldedSpellings = (text: string): string[] => {
  const small = text.normalize("NFC").toLowerCase();
  return [small.replace(/ø/g, "o"), small.replace(/[äöüåø]/g, (letter) => TWO_LETTERS[letter] ?? letter)].map(
    (one) => one.replace(/ß/g, "ss").normalize("NFKD").replace(/\p{M}/gu, ""),
  );
};

const orders = (words: string[]): string[][] =>
  words.length <= 1
    ? [words]
    : words.flatMap((word, index) => orders(words.toSpliced(index, 1)).map((others) => [word, ...others]));

/** Whether a text has each word, in any order; words of one or two letters alone: one after the other. */
function hasWords(text: string, query: string): boolean {
  const has = (piece: string): boolean =>
    foldedSpellings(piece).some((asked) => foldedSpellings(text).some((stored) => stored.includes(asked)));
  const words = query.split(/\s+/).filter(Boolean);
  if (words.some((word) => word.length > 2 || /[^ -~]/.test(word))) return words.every(has);
  return orders(words).some((order) => has(order.join(" ")));
}

/** A match by words on several texts of a row together. */
export const wordMatch = <Row>(
  key: string,
  rows: Row[],
  read: ReadValue<Row, string[]>,
): fc.Arbitrary<FilterCase<Row>> =>
  partOfText(distinct(rows.flatMap(read))).map((value) => ({
    key,
    value,
    fits: (row) => hasWords(read(row).join("\n"), value),
  }));

/** A match by words, or a quoted text that must match completely. */
export const wordOrQuotedMatch = <Row>(key: string, rows: Row[], read: ReadValue<Row, string[]>) =>
  fc.oneof(
    wordMatch(key, rows, read),
    fc.constantFrom(...distinct(rows.flatMap(read))).map((text) => ({
      key,
      value: `"${text}"`,
      fits: (row: Row) => read(row).includes(text),
    })),
  );

/** An exact match with an existing value. */
export const exactMatch = <Row>(key: string, rows: Row[], read: ReadValue<Row, string | null>) =>
  fc
    .constantFrom(...distinct(rows.map(read)))
    .map((value) => ({ key, value, fits: (row: Row) => read(row) === value }));

/** One or several values separated by commas, one of which the row has. */
export const anyOfValues = <Row>(key: string, values: string[], read: ReadValue<Row, string | null>) =>
  fc
    .tuple(
      fc.uniqueArray(fc.constantFrom(...distinct(values)), { minLength: 1, maxLength: 3 }),
      fc.constantFrom(",", ", "),
    )
    .map(([some, comma]) => ({
      key,
      value: some.join(comma),
      fits: (row: Row) => some.includes(String(read(row))),
    }));

/** The same for rows that have several values. No row has the value `absent`. */
export const overlappingValues = <Row>(
  key: string,
  rows: Row[],
  read: ReadValue<Row, string[]>,
  absent = "of nobody",
) =>
  fc
    .uniqueArray(fc.constantFrom(...distinct(rows.flatMap(read)), absent), { minLength: 1, maxLength: 3 })
    .map((some) => ({
      key,
      value: some.join(","),
      fits: (row: Row) => read(row).some((item) => some.includes(item)),
    }));

export const booleanFilter = <Row>(key: string, read: ReadValue<Row, boolean>) =>
  fc.boolean().map((value) => ({ key, value: String(value), fits: (row: Row) => read(row) === value }));

const pad = (number: number): string => String(number).padStart(2, "0");

/** Ways in which clients write a time, and the period that each of them means: a day means the whole day. */
const spellings: ((at: number) => { text: string; low: number; high: number })[] = [
  (at) => ({ text: new Date(at).toISOString(), low: at, high: at }),
  (at) => ({ text: new Date(at + 2 * 3_600_000).toISOString().replace("Z", "+02:00"), low: at, high: at }),
  (at) => {
    const second = at - (((at % 1_000) + 1_000) % 1_000);
    const local = new Date(second - 5 * 3_600_000);
    const day = local.toISOString().slice(0, 10);
    const time = [local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds()].map(pad).join(":");
    return { text: `${day} ${time} -0500`, low: second, high: second };
  },
  (at) => {
    const text = new Date(at).toISOString().slice(0, 10);
    const low = Date.parse(text);
    return { text, low, high: low + DAY_MS - 1 };
  },
];

/** A bound at the time of a row, or a millisecond beside it. Rows without a time are after every bound. */
export const timeBound = <Row>(
  [key, side]: [key: string, side: "min" | "max"],
  rows: Row[],
  read: ReadValue<Row, string | null>,
): fc.Arbitrary<FilterCase<Row>> =>
  fc
    .tuple(
      fc.constantFrom(...distinct(rows.map(read))),
      fc.constantFrom(...spellings),
      fc.constantFrom(-1, 0, 0, 1),
    )
    .map(([moment, formatTime, offsetMs]) => {
      const { text, low, high } = formatTime(Date.parse(moment) + offsetMs);
      const at = (row: Row): number => Date.parse(read(row) ?? "9999-12-31");
      return { key, value: text, fits: (row) => (side === "min" ? at(row) >= low : at(row) <= high) };
    });

/** A bound at the calendar date of a row, whatever the time zone. */
export const dateBound = <Row>(
  [key, side]: [key: string, side: "min" | "max"],
  rows: Row[],
  read: ReadValue<Row, string | null>,
): fc.Arbitrary<FilterCase<Row>> =>
  fc.constantFrom(...distinct(rows.map(read))).map((day) => {
    const rowDate = (row: Row): string => read(row) ?? "9999-12-31";
    return { key, value: day, fits: (row) => (side === "min" ? rowDate(row) >= day : rowDate(row) <= day) };
  });

/** A name, which is sorted by the rules of a language and not by its bytes. */
type SortName = { name: string };
export const toNamed = (name: string | null): SortName | null => (name === null ? null : { name });

type SortKey = string | number | SortName | null;

/** What rows can be sorted by. Null comes last, and first in a descending order. */
export type SortValues<Row> = Record<string, ReadValue<Row, SortKey>>;

const names = new Intl.Collator("en", { numeric: true });

const isNamed = (key: SortKey): key is SortName => typeof key === "object" && key !== null;

const compareKeys = (one: SortKey, other: SortKey): number => {
  if (isNamed(one) && isNamed(other)) return names.compare(one.name, other.name);
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other ? -1 : 1;
};

/** A `sort` parameter: some keys, each in either direction. */
export const randomSort = <Row>(orders: SortValues<Row>): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.constantFrom("", "-"), fc.constantFrom(...Object.keys(orders))), { maxLength: 3 })
    .map((keys) => keys.map((pair) => pair.join("")).join("|"));

/** The comparison for a `sort` parameter. Rows that it does not distinguish are equal. */
export const compareBySort =
  <Row>(orders: SortValues<Row>, sort: string) =>
  (one: Row, other: Row): number => {
    for (const part of sort.split("|").filter(Boolean)) {
      const read = orders[part.replace("-", "")] ?? (() => null);
      const order = compareKeys(read(one), read(other));
      if (order !== 0) return part.startsWith("-") ? -order : order;
    }
    return 0;
  };

/** Up to four filters with different keys, all of which must match. */
export const randomFilters = <Row>(oracle: Oracle<Row>): fc.Arbitrary<FilterCase<Row>[]> =>
  fc
    .uniqueArray(fc.constantFrom(...Object.keys(oracle)), { maxLength: 4 })
    .chain((keys) => fc.tuple(...keys.flatMap((key) => oracle[key] ?? [])));
