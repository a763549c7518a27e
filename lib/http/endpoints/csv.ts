import { stringify } from "csv-stringify/sync";
import { servedPages } from "@/lib/kernel/list/envelope";
import { EXPORTED_ROWS, longPage, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Answer } from "./respond";

/** Whether a list is asked for as a table of all its rows rather than as a page. */
export const asksForCsv = (query: URLSearchParams): boolean => query.get("format") === "csv";

type Read<Row> = (page: PageRequest) => Promise<Page<Row>>;

/** The rows of a list from the first one on, at most `EXPORTED_ROWS`, read in long pages one after the other. */
async function exportedRows<Row>(read: Read<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let number = 1; ; number += 1) {
    const page = await read(longPage(number));
    rows.push(...page.rows);
    if (number >= servedPages(page) || rows.length >= EXPORTED_ROWS) return rows.slice(0, EXPORTED_ROWS);
  }
}

type Scalar = string | number | boolean;
type Line = Record<string, Scalar>;

const isScalar = (value: unknown): value is Scalar => ["string", "number", "boolean"].includes(typeof value);

/** One cell of a list: its words, or what it holds as JSON where it is more than words. */
const listed = (values: unknown[]): string =>
  values.every(isScalar) ? values.join(", ") : JSON.stringify(values);

/** `{a: {b: 1}}` as `{"a.b": 1}`. What is null leaves its cell empty. */
function flat(value: unknown, name: string, line: Line): Line {
  if (Array.isArray(value)) line[name] = listed(value);
  else if (isScalar(value)) line[name] = value;
  else if (value !== null && typeof value === "object") {
    for (const [key, inner] of Object.entries(value)) flat(inner, name ? `${name}.${key}` : key, line);
  } else if (name) line[name] = "";
  return line;
}

/** Where some items have an object and others null, the object's own columns say it all. */
const isStub = (column: string, columns: Set<string>): boolean =>
  [...columns].some((other) => other.startsWith(`${column}.`));

/** The lines of a table; a row that moved from one page to the next while they were read is there once. */
function linesOf(items: unknown[]): { lines: Line[]; columns: string[] } {
  const lines = new Map<unknown, Line>();
  const seen = new Set<string>();
  for (const item of items) {
    const line = flat(item, "", {});
    lines.set(line.id ?? lines.size, line);
    for (const column of Object.keys(line)) seen.add(column);
  }
  return { lines: [...lines.values()], columns: [...seen].filter((column) => !isStub(column, seen)) };
}

/** A file of these lines. Text that a spreadsheet would run as a formula is quoted; the mark tells Excel that it is UTF-8. */
const csvFile = (name: string, lines: Line[] | string[][], columns: string[]): Answer => ({
  status: 200,
  body: stringify(lines, {
    header: true,
    columns,
    bom: true,
    escape_formulas: true,
    record_delimiter: "windows",
  }),
  headers: {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${name}.csv"`,
  },
});

/** A table that a verb made itself: its headings, and as many cells in each row. */
export type Sheet = { name: string; headings: string[]; rows: string[][] };

/** Such a table as a file. */
export const sheetAnswer = ({ name, headings, rows }: Sheet): Answer => csvFile(name, rows, headings);

/**
 * A list as a table, with a heading for each key of its items in the order in which keys first appear. The file is named
 * for the last part of the address.
 */
export async function csvAnswer<Row>(
  read: Read<Row>,
  present: (row: Row) => unknown,
  url: URL,
): Promise<Answer> {
  const { lines, columns } = linesOf((await exportedRows(read)).map(present));
  const name = /(\w+)\/?$/.exec(url.pathname)?.[1] ?? "list";
  return csvFile(name, lines, columns);
}
