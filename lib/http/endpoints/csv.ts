import { stringify } from "csv-stringify/sync";
import { badRequest } from "@/lib/kernel/errors";
import { servedPageCount } from "@/lib/kernel/list/envelope";
import { MAX_EXPORTED_ROWS, exportPage, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Answer } from "./responses";

/** Whether the request wants all rows of a list as CSV instead of a page. */
export const wantsCsv = (query: URLSearchParams): boolean => query.get("format") === "csv";

/** A column of the table: the name of a field, such as `badge_template.name`, and its heading. */
type CsvColumn = { key: string; header: string };

const MAX_COLUMNS = 200;

/** Reads `columns`: the fields of the table, each optionally with `=` and another heading. Null when it is not given. */
function readColumns(query: URLSearchParams): CsvColumn[] | null {
  const given = query.get("columns");
  if (given === null) return null;
  const columns = given.split(",").map((part) => {
    const [field = "", ...heading] = part.split("=");
    return { key: field.trim(), header: heading.join("=").trim() || field.trim() };
  });
  if (columns.length <= MAX_COLUMNS && columns.every(({ key }) => key !== "")) return columns;
  throw badRequest(
    "invalid_columns",
    `columns must be up to ${MAX_COLUMNS} names of fields, separated by commas, such as issued_to=Recipient,state.`,
  );
}

type ReadPage<Row> = (page: PageRequest) => Promise<Page<Row>>;

/** Reads the rows of a list from the first one, at most `MAX_EXPORTED_ROWS`, in long pages one after the other. */
async function readExportedRows<Row>(read: ReadPage<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let number = 1; ; number += 1) {
    const page = await read(exportPage(number));
    rows.push(...page.rows);
    if (number >= servedPageCount(page) || rows.length >= MAX_EXPORTED_ROWS)
      return rows.slice(0, MAX_EXPORTED_ROWS);
  }
}

type Scalar = string | number | boolean;
type CsvLine = Record<string, Scalar>;

const isScalar = (value: unknown): value is Scalar => ["string", "number", "boolean"].includes(typeof value);

/** Formats a list in one cell: its values, or JSON when they are not all scalars. */
const formatList = (values: unknown[]): string =>
  values.every(isScalar) ? values.join(", ") : JSON.stringify(values);

/** Flattens `{a: {b: 1}}` to `{"a.b": 1}`. Null becomes an empty cell. */
function flatten(value: unknown, name: string, line: CsvLine): CsvLine {
  if (Array.isArray(value)) line[name] = formatList(value);
  else if (isScalar(value)) line[name] = value;
  else if (value !== null && typeof value === "object") {
    for (const [key, inner] of Object.entries(value)) flatten(inner, name ? `${name}.${key}` : key, line);
  } else if (name) line[name] = "";
  return line;
}

/** When some items have an object and others null, the column of the object itself is not needed. */
const isEmptyParent = (column: string, columns: Set<string>): boolean =>
  [...columns].some((other) => other.startsWith(`${column}.`));

/** Builds the lines of a table. A row that moved from one page to the next during reading appears once. */
function buildLines(items: unknown[]): { lines: CsvLine[]; columns: string[] } {
  const lines = new Map<unknown, CsvLine>();
  const seen = new Set<string>();
  for (const item of items) {
    const line = flatten(item, "", {});
    lines.set(line.id ?? lines.size, line);
    for (const column of Object.keys(line)) seen.add(column);
  }
  return { lines: [...lines.values()], columns: [...seen].filter((column) => !isEmptyParent(column, seen)) };
}

/**
 * Builds a CSV file of these lines. Text that a spreadsheet would run as a formula is escaped; the byte order mark
 * tells Excel that the file is UTF-8.
 */
const csvResponse = (
  name: string,
  lines: CsvLine[] | string[][],
  columns: (string | CsvColumn)[],
): Answer => ({
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
export type CsvTable = { name: string; headings: string[]; rows: string[][] };

/** Returns such a table as a CSV file. */
export const csvTableResponse = ({ name, headings, rows }: CsvTable): Answer =>
  csvResponse(name, rows, headings);

/**
 * Returns a list as a CSV file: with the columns that the query names, empty for a field that no item has, or else with a
 * heading for each key of its items in the order in which keys first appear. The file is named after the last segment of
 * the path. Throws 400 for invalid columns.
 */
export async function csvListResponse<Row>(
  read: ReadPage<Row>,
  present: (row: Row) => unknown,
  url: URL,
): Promise<Answer> {
  const named = readColumns(url.searchParams);
  const { lines, columns } = buildLines((await readExportedRows(read)).map(present));
  const name = /(\w+)\/?$/.exec(url.pathname)?.[1] ?? "list";
  return csvResponse(name, lines, named ?? columns);
}
