import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { CsvError, parse } from "csv-parse";
import iconv from "iconv-lite";
import { MoveError } from "@/lib/moving/imports/schema";
import { describeChoices, findMarkedEncoding, listChoices } from "@/lib/platform/files/decode-file";
import { detectEncoding, sampleLines } from "@/lib/platform/files/detect-encoding";
import { detectLayout, findHeadingRow, FIRST_ROWS } from "@/lib/platform/files/table";
import { assignColumns, type Column } from "./columns";
import type { FileKind } from "./schema";

/** The most characters of one row: more are a file whose quotes do not close. */
const MAX_ROW_LENGTH = 4_000_000;
const HEAD_BYTES = 64 * 1024;
const CHUNK_BYTES = 1024 * 1024;
/** The chunks whose lines show the encoding. */
const SAMPLE_CHUNKS = 16;

/** A CSV file of a folder. */
export type CsvFile = { kind: FileKind; name: string; path: string };

/** A row: its cells by column. `line` is the line of the file in which it ends. */
export type CsvRow = { line: number; cells: Map<Column, string>; problem: string | null };

/** The headings of a file, and those that no column has. */
export type Headings = { columns: (Column | null)[]; ignored: string[] };

/** Reads the chunks of a file, each up to the end of a line, so that no character is cut. */
async function* readLines(path: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    const end = Math.max(bytes.lastIndexOf(0x0a), bytes.lastIndexOf(0x0d)) + 1;
    yield bytes.subarray(0, end);
    rest = bytes.subarray(end);
  }
  yield rest;
}

/** Whether a file is UTF-8, with the first of its lines that are beyond ASCII. */
async function examineFile(path: string): Promise<{ isUtf8: boolean; sample: Buffer }> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const samples: Buffer[] = [];
  let isUtf8 = true;
  for await (const lines of readLines(path)) {
    try {
      decoder.decode(lines);
    } catch {
      isUtf8 = false;
    }
    if (samples.length < SAMPLE_CHUNKS) samples.push(sampleLines(lines));
  }
  return { isUtf8, sample: Buffer.concat(samples) };
}

async function detectFileEncoding({ path, name }: CsvFile, head: Buffer): Promise<string> {
  const marked = findMarkedEncoding(head);
  if (marked) return marked;
  const { isUtf8, sample } = await examineFile(path);
  if (isUtf8) return "utf-8";
  const detected = detectEncoding(sample);
  if ("encoding" in detected) return detected.encoding;
  if (detected.likely.length === 0) throw new MoveError(`${name} is not a text file.`);
  throw new MoveError(`${name}: ${describeChoices(listChoices(detected.likely))}`);
}

/** The encodings of files that were read before: each is read several times. */
const known = new WeakMap<CsvFile, string>();

/** Finds the encoding of a file. Throws `MoveError` when it is not clear, and for a file that is not text. */
async function findEncoding(file: CsvFile, head: Buffer): Promise<string> {
  const encoding = known.get(file) ?? (await detectFileEncoding(file, head));
  known.set(file, encoding);
  return encoding;
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

type Parsed = { record: string[]; info: { lines: number } };

async function* parseFile(file: CsvFile): AsyncGenerator<Parsed> {
  const head = await readHead(file.path);
  const encoding = await findEncoding(file, head);
  const { delimiter, firstLine } = detectLayout(iconv.decode(head, encoding));
  const parser = parse({
    bom: true,
    delimiter,
    from_line: firstLine,
    record_delimiter: ["\r\n", "\n", "\r"],
    trim: true,
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: MAX_ROW_LENGTH,
    info: true,
  });
  pipeline(createReadStream(file.path), iconv.decodeStream(encoding), parser, () => undefined);
  try {
    for await (const parsed of parser as AsyncIterable<Parsed>) yield parsed;
  } catch (error) {
    if (error instanceof CsvError) throw new MoveError(`${file.name} cannot be read: ${error.message}`);
    throw error;
  }
}

/** Reads the rows that are not empty, from the headings on: a title above them is left out. */
async function* readFromHeadings(file: CsvFile): AsyncGenerator<Parsed> {
  const first: Parsed[] = [];
  const countKnown = (cells: readonly string[]): number =>
    assignColumns(file.kind, cells).filter((column) => column !== null).length;
  let hasHeadings = false;
  for await (const parsed of parseFile(file)) {
    if (parsed.record.every((cell) => cell === "")) continue;
    if (hasHeadings) {
      yield parsed;
      continue;
    }
    first.push(parsed);
    if (first.length < FIRST_ROWS) continue;
    hasHeadings = true;
    yield* first.slice(
      findHeadingRow(
        first.map(({ record }) => record),
        countKnown,
      ),
    );
  }
  if (!hasHeadings)
    yield* first.slice(
      findHeadingRow(
        first.map(({ record }) => record),
        countKnown,
      ),
    );
}

/** Assigns the headings of a file. Throws `MoveError` when the file has none. */
function readHeadings({ kind, name }: CsvFile, headings: string[]): Headings {
  const columns = assignColumns(kind, headings);
  if (columns.every((column) => column === null))
    throw new MoveError(`${name} has no known heading in its first rows: ${headings.join(", ")}`);
  return { columns, ignored: headings.filter((text, index) => text !== "" && columns[index] === null) };
}

function findProblem(record: string[], width: number): string | null {
  if (record.slice(width).some((cell) => cell !== "")) return "has more cells than the headings";
  return record.some((cell) => cell.includes("\uFFFD"))
    ? "has characters that cannot be read. Save the file as UTF-8"
    : null;
}

/**
 * Reads the rows of a file one after the other, however long it is. Empty rows are left out. `onHeadings` gets its headings.
 * Throws `MoveError` for a file that is no table.
 */
export async function* readRows(
  file: CsvFile,
  onHeadings: (headings: Headings) => void = () => undefined,
): AsyncGenerator<CsvRow> {
  let columns: (Column | null)[] | null = null;
  for await (const { record, info } of readFromHeadings(file)) {
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
