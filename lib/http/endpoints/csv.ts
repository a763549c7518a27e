import { stringify } from "csv-stringify/sync";
import { servedPages } from "@/lib/kernel/list/envelope";
import { EXPORTED_ROWS, longPage, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Answer } from "./respond";

/** Whether the request wants all rows of a list as CSV instead of a page. */
export const asksForCsv = (query: URLSearchParams): boolean => query.get("format") === "csv";

type Read<Row> = (page: PageRequest) => Promise<Page<Row>>;

/** Reads the rows of a list from the first one, at most `MAX_EXPORTED_ROWS`, in long pages one after the other. */
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

/** Formats a list in one cell: its values, or JSON when they are not all scalars. */
const listed = (values: unknown[]): string =>
  values.every(isScalar) ? values.join(", ") : JSON.stringify(values);

/** Flattens `{a: {b: 1}}` to `{"a.b": 1}`. Null becomes an empty cell. */
function flat(value: unknown, name: string, line: Line): Line {
  if (Array.isArray(value)) line[name] = listed(value);
  else if (isScalar(value)) line[name] = value;
  else if (value !== null && typeof value === "object") {
    for (const [key, inner] of Object.entries(value)) flat(inner, name ? `${name}.${key}` : key, line);
  } else if (name) line[name] = "";
  return line;
}

/** When some items have an object and others null, the column of the object itself is not needed. */
const isStub = (column: string, columns: Set<string>): boolean =>
  [...columns].some((other) => other.startsWith(`${column}.`));

/** Builds the lines of a table. A row that moved from one page to the next during reading appears once. */
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

/**
 * Builds a CSV file of these lines. Text that a spreadsheet would run as a formula is escaped; the byte order mark
 * tells Excel that the file is UTF-8.
 */
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

/** A table from a service function: its headings, and as many cells in each row. */
export type Sheet = { name: string; headings: string[]; rows: string[][] };

/** Returns such a table as a CSV file. */
export const sheetAnswer = ({ name, headings, rows }: Sheet): Answer => csvFile(name, rows, headings);

/**
 * Returns a list as a CSV file, with a heading for each key of its items in the order in which keys first appear. The
 * file is named after the last segment of the path.
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
