import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { MoveError } from "@/lib/moving/imports/schema";
import { detectDelimiter } from "@/lib/platform/files/table";
import { assignColumns, type Column } from "./columns";
import type { FileKind } from "./schema";

/** The most characters of one row: more are a file whose quotes do not close. */
const MAX_ROW_LENGTH = 4_000_000;
const HEAD_BYTES = 64 * 1024;

/** A CSV file of a folder. */
export type CsvFile = { kind: FileKind; name: string; path: string };

/** A row: its cells by column. `line` is the line of the file in which it ends. */
export type CsvRow = { line: number; cells: Map<Column, string>; problem: string | null };

/** The headings of a file, and those that no column has. */
export type Headings = { columns: (Column | null)[]; ignored: string[] };

async function readDelimiter(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return detectDelimiter(buffer.toString("utf8", 0, bytesRead));
  } finally {
    await file.close();
  }
}

type Parsed = { record: string[]; info: { lines: number } };

async function* parseFile({ path, name }: CsvFile): AsyncGenerator<Parsed> {
  const parser = parse({
    bom: true,
    delimiter: await readDelimiter(path),
    record_delimiter: ["\r\n", "\n", "\r"],
    trim: true,
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: MAX_ROW_LENGTH,
    info: true,
  });
  pipeline(createReadStream(path), parser, () => undefined);
  try {
    for await (const parsed of parser as AsyncIterable<Parsed>) yield parsed;
  } catch (error) {
    if (error instanceof CsvError) throw new MoveError(`${name} cannot be read: ${error.message}`);
    throw error;
  }
}

/** Assigns the headings of a file. Throws `MoveError` when the file has none. */
function readHeadings({ kind, name }: CsvFile, headings: string[]): Headings {
  if (headings.some((text) => text.includes("\uFFFD")))
    throw new MoveError(`${name} is not UTF-8 text. Save it as UTF-8.`);
  const columns = assignColumns(kind, headings);
  if (columns.every((column) => column === null))
    throw new MoveError(`${name} has no known heading in its first line: ${headings.join(", ")}`);
  return { columns, ignored: headings.filter((text, index) => text !== "" && columns[index] === null) };
}

function findProblem(record: string[], width: number): string | null {
  if (record.slice(width).some((cell) => cell !== "")) return "has more cells than the headings";
  return record.some((cell) => cell.includes("\uFFFD")) ? "is not UTF-8 text" : null;
}

/**
 * Reads the rows of a file one after the other, however long it is. Empty rows are left out. `onHeadings` gets its first line.
 * Throws `MoveError` for a file that is no table.
 */
export async function* readRows(
  file: CsvFile,
  onHeadings: (headings: Headings) => void = () => undefined,
): AsyncGenerator<CsvRow> {
  let columns: (Column | null)[] | null = null;
  for await (const { record, info } of parseFile(file)) {
    if (record.every((cell) => cell === "")) continue;
    if (columns === null) {
      const headings = readHeadings(file, record);
      onHeadings(headings);
      columns = headings.columns;
      continue;
    }
    const cells = new Map<Column, string>();
    for (const [index, column] of columns.entries()) if (column) cells.set(column, record[index] ?? "");
    yield { line: info.lines, cells, problem: findProblem(record, columns.length) };
  }
}
