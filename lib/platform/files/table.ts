import { CsvError, parse } from "csv-parse/sync";
import { HEADINGS, normalizeHeading } from "./headings";

/** The most rows of one table, which limits memory and the time of one request. */
const MAX_ROWS = 50_000;

/** The most characters of one row, so that a file of separators is not split into millions of cells. */
const MAX_ROW_LENGTH = 50_000;

/** Whether a text is a long number as Excel shortens it, such as `1.2E+11`: its last digits are lost. */
export const isShortenedNumber = (text: string): boolean => /^\d(?:[.,]\d+)?E\+\d{1,3}$/i.test(text.trim());

/** The columns of a table, each with the other names that its heading may have, the preferred one first. */
export type Columns<Name extends string> = Record<Name, readonly string[]>;

export type TableRow<Name extends string> = {
  /** Its number among the non-empty rows, from 1. */
  number: number;
  cells: Record<Name, string>;
  /** It has more cells than there are headings, so its cells cannot be assigned to columns. */
  isRagged: boolean;
};

/**
 * A parsed table with the headings that were ignored, or the errors: `missing_column_x` for each missing column, or
 * `invalid_csv`.
 */
export type Table<Name extends string> =
  { rows: TableRow<Name>[]; ignored: string[] } | { errors: Record<string, string> };

const DELIMITERS = [",", ";", "\t"];

/** The first rows, among which the headings are: people put a title and a date above them. */
export const FIRST_ROWS = 10;

const KNOWN_HEADINGS = new Set(Object.values(HEADINGS).flat().map(normalizeHeading));

/** Counts the cells that are headings of tables of people, in any language. */
const countKnownHeadings = (cells: readonly string[]): number =>
  cells.filter((cell) => KNOWN_HEADINGS.has(normalizeHeading(cell))).length;

/** How the rows of a text are separated. `firstLine` is 2 when the first line only names the delimiter. */
export type Layout = { delimiter: string; firstLine: number };

/** The line with which a table tells Excel its delimiter. */
const DELIMITER_LINE = /^\ufeff?"?sep=([^\r\n])"?[,;\t]*(?:\r\n|\r|\n)/i;

/**
 * Detects the delimiter: the one that the first line names, or else the one that finds the most headings in one of the first
 * rows, or the most cells in the first row. Spreadsheets use a semicolon where the comma is for decimals, or tabs.
 */
export function detectLayout(text: string): Layout {
  const [, named] = DELIMITER_LINE.exec(text) ?? [];
  if (named !== undefined) return { delimiter: named, firstLine: 2 };
  const lines = text
    .trimStart()
    .split(/[\r\n]+/, FIRST_ROWS)
    .filter((line) => line !== "");
  const firstSplit = lines.find((line) => DELIMITERS.some((mark) => line.includes(mark))) ?? "";
  const counted = DELIMITERS.map((mark) => ({
    mark,
    known: Math.max(...lines.map((line) => countKnownHeadings(line.split(mark))), 0),
    cells: firstSplit.split(mark).length,
  }));
  const best = counted.reduce((one, other) =>
    (other.known - one.known || other.cells - one.cells) > 0 ? other : one,
  );
  return { delimiter: best.mark, firstLine: 1 };
}

/**
 * Finds the row of the headings among the first rows: the one with the most known headings, or else the first with more than
 * one cell. What is above it is a title, unless it has an address: then there are no headings.
 */
export function findHeadingRow(
  rows: readonly (readonly string[])[],
  countKnown: (cells: readonly string[]) => number,
): number {
  const first = rows.slice(0, FIRST_ROWS);
  const known = first.map(countKnown);
  const most = Math.max(...known, 0);
  if (most > 0) return known.indexOf(most);
  const wide = first.findIndex((cells) => cells.filter((cell) => cell !== "").length > 1);
  const isBelowTitle = wide > 0 && !first.slice(0, wide).flat().join().includes("@");
  return isBelowTitle ? wide : 0;
}

const invalidCsv = (reason: string) => ({ errors: { invalid_csv: reason } });

/** The cells of a row, with its number in the spreadsheet: the first row is 1, and empty rows count. */
export type NumberedRow = { number: number; cells: string[] };

/** Parses the non-empty rows of a text, a few more than `maxRows` at most; returns a message when that fails. */
function parseRows(text: string, maxRows: number): NumberedRow[] | string {
  const rows: NumberedRow[] = [];
  const { delimiter, firstLine } = detectLayout(text);
  let number = 0;
  try {
    parse(text, {
      bom: true,
      delimiter,
      from_line: firstLine,
      record_delimiter: ["\r\n", "\n", "\r"],
      trim: true,
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: MAX_ROW_LENGTH,
      // Empty rows are counted and dropped here, because the parser's own options do not count them.
      on_record: (cells: string[]) => {
        number += 1;
        if (rows.length <= maxRows + FIRST_ROWS && cells.some((cell) => cell !== ""))
          rows.push({ number, cells });
        return null;
      },
    });
    return rows;
  } catch (error) {
    if (error instanceof CsvError) return `The table cannot be read: ${error.message}`;
    throw error;
  }
}

/** The cells of a table: its headings and each non-empty row. */
export type TableCells = { head: string[]; rows: NumberedRow[] } | { errors: Record<string, string> };

/**
 * Reads the cells of a table of at most `maxRows` rows, whatever its columns are called; `invalid_csv` when the text is
 * not a table. Rows above the headings are left out. `countKnown` counts the headings in a row.
 */
export function readCells(text: string, maxRows = MAX_ROWS, countKnown = countKnownHeadings): TableCells {
  const read = parseRows(text, maxRows);
  if (typeof read === "string") return invalidCsv(read);
  const start = findHeadingRow(
    read.slice(0, FIRST_ROWS).map(({ cells }) => cells),
    countKnown,
  );
  const [head, ...rows] = read.slice(start);
  if (!head) return invalidCsv("The file is empty.");
  if (rows.length > maxRows) return invalidCsv(`A table takes at most ${maxRows} rows.`);
  return { head: head.cells, rows };
}

/** Finds the position of each column; -1 for missing ones. */
function findColumnPlaces<Name extends string>(
  headings: string[],
  columns: Columns<Name>,
): Map<Name, number> {
  const known = headings.map(normalizeHeading);
  const place = (names: readonly string[]) =>
    names.map((name) => known.indexOf(normalizeHeading(name))).find((index) => index >= 0) ?? -1;
  const entries = Object.entries<readonly string[]>(columns) as [Name, readonly string[]][];
  return new Map(entries.map(([name, others]) => [name, place([name, ...others])]));
}

/** Counts how many of the columns have a heading in a row. */
export const countColumns =
  <Name extends string>(columns: Columns<Name>) =>
  (cells: readonly string[]): number =>
    [...findColumnPlaces([...cells], columns).values()].filter((place) => place >= 0).length;

const missingColumns = (places: Map<string, number>, optional: ReadonlySet<string>): Record<string, string> =>
  Object.fromEntries(
    [...places]
      .filter(([name, place]) => place < 0 && !optional.has(name))
      .map(([name]) => [`missing_column_${name}`, `The table has no column ${name}.`]),
  );

const ignoredHeadings = (headings: string[], places: Map<string, number>): string[] => {
  const usedPlaces = new Set(places.values());
  return headings.filter((text, place) => text !== "" && !usedPlaces.has(place));
};

/**
 * Reads a table with headings by the names of its columns, in any order. Accepts CSV with commas, semicolons or tabs,
 * with a byte order mark, a line `sep=`, rows above the headings, and any line ends. Ignores other columns and empty rows. Missing cells are empty, both in
 * short rows and in `optional` columns that the table does not have.
 */
export function readTable<Name extends string>(
  text: string,
  columns: Columns<Name>,
  optional: readonly Name[] = [],
): Table<Name> {
  const read = readCells(text, MAX_ROWS, countColumns(columns));
  if ("errors" in read) return read;
  const { head, rows } = read;
  const places = findColumnPlaces(head, columns);
  const errors = missingColumns(places, new Set(optional));
  if (Object.keys(errors).length > 0) return { errors };
  if (rows.length === 0) return invalidCsv("The table has no rows.");
  const width = head.length;
  return {
    ignored: ignoredHeadings(head, places),
    rows: rows.map(({ cells: record }, index) => ({
      number: index + 1,
      cells: Object.fromEntries([...places].map(([name, place]) => [name, record[place] ?? ""])) as Record<
        Name,
        string
      >,
      isRagged: record.slice(width).some((cell) => cell !== ""),
    })),
  };
}
