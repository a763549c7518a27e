import { CsvError, parse } from "csv-parse/sync";
import { normalizeHeading } from "./headings";

/** The most rows of one table, which limits memory and the time of one request. */
const MAX_ROWS = 50_000;

/** The most characters of one row, so that a file of separators is not split into millions of cells. */
const MAX_ROW_LENGTH = 50_000;

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

/** Detects the delimiter from the first line. Spreadsheets use a semicolon where the comma is for decimals, or tabs. */
export function detectDelimiter(text: string): string {
  const [heading = ""] = text.trimStart().split(/[\r\n]/, 1);
  const counted = [",", ";", "\t"].map((mark) => ({ mark, count: heading.split(mark).length }));
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).mark;
}

const invalidCsv = (reason: string) => ({ errors: { invalid_csv: reason } });

/** The cells of a row, with its number in the spreadsheet: the first row is 1, and empty rows count. */
export type NumberedRow = { number: number; cells: string[] };

/** Parses the non-empty rows of a text, at most one more than `most`; returns a message when that fails. */
function parseRows(text: string, maxRows: number): NumberedRow[] | string {
  const rows: NumberedRow[] = [];
  let number = 0;
  try {
    parse(text, {
      bom: true,
      delimiter: detectDelimiter(text),
      record_delimiter: ["\r\n", "\n", "\r"],
      trim: true,
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: MAX_ROW_LENGTH,
      // Empty rows are counted and dropped here, because the parser's own options do not count them.
      on_record: (cells: string[]) => {
        number += 1;
        if (rows.length <= maxRows + 1 && cells.some((cell) => cell !== "")) rows.push({ number, cells });
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
 * Reads the cells of a table of at most `most` rows, whatever its columns are called; `invalid_csv` when the text is
 * not a table.
 */
export function readCells(text: string, maxRows = MAX_ROWS): TableCells {
  const read = parseRows(text, maxRows);
  if (typeof read === "string") return invalidCsv(read);
  const [head, ...rows] = read;
  if (!head) return invalidCsv("The file is empty or is not UTF-8 text.");
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
 * with a byte order mark and any line ends. Ignores other columns and empty rows. Missing cells are empty, both in
 * short rows and in `optional` columns that the table does not have.
 */
export function readTable<Name extends string>(
  text: string,
  columns: Columns<Name>,
  optional: readonly Name[] = [],
): Table<Name> {
  const read = readCells(text);
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
