import { truncateAtGrapheme } from "@/lib/kernel/cut-text";
import { decodeFile } from "@/lib/platform/files/decode-file";
import { invalidField } from "@/lib/kernel/errors";
import { readCells, type NumberedRow } from "@/lib/platform/files/table";
import type { FileRow } from "./check";
import { MOST_FILE_BYTES } from "./choices";
import { MOST_COLUMNS, MOST_ROWS } from "./schema";

/** How many values of a column are shown beside its heading, to make clear what it contains. */
const SAMPLES = 3;
const SAMPLE_LENGTH = 80;

export type FileColumn = { name: string; samples: string[] };
export type ImportFile = { columns: FileColumn[]; rows: FileRow[] };

const refuse = (message: string) => invalidField("file", "invalid_file", message);

/** Decodes base64 text, standard or URL-safe. Throws 422 for other text. */
function bytesOf(base64: string): Buffer {
  const compact = base64.replace(/\s+/g, "");
  if (!/^[\w+/-]*={0,2}$/.test(compact)) throw refuse("must be base64 text");
  return Buffer.from(compact, "base64");
}

// A workbook is a ZIP archive (or, before 2007, a compound file). People often send one instead of its CSV.
const isWorkbook = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).equals(Buffer.from("PK\u0003\u0004")) ||
  bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));

function textOf(bytes: Buffer): string {
  if (bytes.length > MOST_FILE_BYTES) throw refuse("is larger than 10 MB");
  if (isWorkbook(bytes)) throw refuse("is a spreadsheet workbook. Save it as CSV and choose that file");
  const text = decodeFile(bytes);
  if (text === null) throw refuse("is not a text file. Choose a CSV file");
  return text;
}

const samplesOf = (rows: NumberedRow[], place: number): string[] => {
  const values = new Set<string>();
  for (const { cells } of rows) {
    const value = truncateAtGrapheme(cells[place] ?? "", SAMPLE_LENGTH);
    if (value !== "") values.add(value);
    if (values.size === SAMPLES) break;
  }
  return [...values];
};

/**
 * Counts the columns up to the last one with a heading. Spreadsheets leave columns without heading and value at the
 * end of lines.
 */
const widthOf = (head: string[]): number => head.findLastIndex((name) => name !== "") + 1;

/**
 * Parses an uploaded table: CSV with commas, semicolons or tabs, any line ends, UTF-8, UTF-16 or Windows-1252. Throws
 * 422 for a file that is not a table, has no rows, or has more than 10,000 rows or 100 columns.
 */
export function readFile(base64: string): ImportFile {
  const read = readCells(textOf(bytesOf(base64)), MOST_ROWS);
  if ("errors" in read) throw refuse(Object.values(read.errors).join(" "));
  const width = widthOf(read.head);
  if (width === 0 || read.rows.length === 0) throw refuse("has no rows below the headings");
  if (width > MOST_COLUMNS) throw refuse(`has more than ${MOST_COLUMNS} columns`);
  return {
    columns: read.head.slice(0, width).map((name, place) => ({
      name: truncateAtGrapheme(name, SAMPLE_LENGTH),
      samples: samplesOf(read.rows, place),
    })),
    rows: read.rows.map(({ number, cells }) => ({
      number,
      cells: cells.slice(0, width),
      isRagged: cells.slice(width).some((cell) => cell !== ""),
    })),
  };
}
