import { CsvError, parse } from "csv-parse/sync";
import { normalizeHeading } from "./headings";

/** Rows of one table: a bound for memory, and for how long one request may take. */
const MAX_ROWS = 50_000;

/** Characters of one row, so that a file of separators is not taken apart into millions of cells. */
const MAX_ROW_LENGTH = 50_000;

/** The columns that a table must have, each with the other names that its heading may carry, the best one first. */
export type Columns<Name extends string> = Record<Name, readonly string[]>;

export type TableRow<Name extends string> = {
  /** Its number among the rows that are not empty, from 1. */
  number: number;
  cells: Record<Name, string>;
  /** It has more cells than there are headings, so that nobody knows which belongs where. */
  isRagged: boolean;
};

/**
 * A table that was read, with the headings that mean nothing here, or why it cannot be: `missing_column_x` for each
 * column, or `invalid_csv`.
 */
export type Table<Name extends string> =
  { rows: TableRow<Name>[]; ignored: string[] } | { errors: Record<string, string> };

/** Spreadsheets separate with a semicolon where the comma is for decimals, or with tabs: the first line shows it. */
function detectDelimiter(text: string): string {
  const [heading = ""] = text.trimStart().split(/[\r\n]/, 1);
  const counted = [",", ";", "\t"].map((mark) => ({ mark, count: heading.split(mark).length }));
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).mark;
}

const invalidCsv = (reason: string) => ({ errors: { invalid_csv: reason } });

/** The cells of a row, with its number in the spreadsheet: the first row is 1, and empty ones count. */
export type NumberedRow = { number: number; cells: string[] };

/** The rows of a text that are not empty, at most one more than `most`. */
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
      // Empty rows are counted here and dropped, because the parser's own options drop them uncounted.
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

/** A table as it was written: its headings, and each row that is not empty. */
export type TableCells = { head: string[]; rows: NumberedRow[] } | { errors: Record<string, string> };

/** Reads the cells of a table of at most `most` rows, whatever its columns are called; `invalid_csv` for what is none. */
export function readCells(text: string, maxRows = MAX_ROWS): TableCells {
  const read = parseRows(text, maxRows);
  if (typeof read === "string") return invalidCsv(read);
  const [head, ...rows] = read;
  if (!head) return invalidCsv("The file is empty, or it is no UTF-8 text.");
  if (rows.length > maxRows) return invalidCsv(`A table takes at most ${maxRows} rows.`);
  return { head: head.cells, rows };
}

/** Where each column stands; -1 for those that the table has not. */
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
 * Reads a table with headings (CSV; semicolons and tabs separate as well, a byte order mark and any ends of lines are
 * taken) by the names of its columns, in whatever order these are; others are left out, and so are empty rows. A row
 * that ends early has empty cells, and so has every row for an `optional` column that the table has not.
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
