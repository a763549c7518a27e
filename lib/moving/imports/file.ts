import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import {
  Footer,
  Header,
  RECORDS,
  type AnyRecord,
  type KindName,
  type RecordOf,
} from "@/lib/moving/records/schema";
import { MoveError } from "./schema";

const LINE_BREAK = 0x0a;

/** Reads a file line by line. Only a line feed ends a line: texts may contain other separators. */
export async function* readLines(path: string): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_BREAK); end !== -1; end = chunk.indexOf(LINE_BREAK, start)) {
      yield Buffer.concat([...begun, chunk.subarray(start, end)]);
      begun = [];
      start = end + 1;
    }
    if (start < chunk.length) begun.push(Buffer.from(chunk.subarray(start)));
  }
  if (begun.length > 0) yield Buffer.concat(begun);
}

function parseJson(line: Buffer, number: number): unknown {
  try {
    return JSON.parse(line.toString()) as unknown;
  } catch {
    throw new MoveError(`Line ${number} is not JSON.`);
  }
}

/** An export that was read completely. */
export type CheckedFile = {
  path: string;
  header: Header;
  organization: RecordOf<"organization">;
  /** The digest of its content. */
  digest: string;
};

function parseHeader(line: Buffer | undefined): Header {
  const header = Header.safeParse(line && parseJson(line, 1));
  if (header.success) return header.data;
  const [issue] = header.error.issues;
  throw new MoveError(`The first line is not that of an export: ${issue?.path.join(".")} ${issue?.message}`);
}

const isOrganization = (line: Buffer): boolean => line.subarray(0, 40).includes('"kind":"organization"');

function parseOrganization(line: Buffer | null): RecordOf<"organization"> {
  const found = RECORDS.organization.safeParse(line && JSON.parse(line.toString()));
  if (found.success) return found.data;
  throw new MoveError(`The export has no valid record of the kind organization: ${found.error.message}`);
}

/** Throws `MoveError` unless the last line says what was read. */
function requireWhole(last: unknown, { records, digest }: { records: number; digest: string }): void {
  const footer = Footer.safeParse(last);
  if (!footer.success) throw new MoveError("The export is incomplete: its last line is missing.");
  if (footer.data.sha256 !== digest || footer.data.records !== records)
    throw new MoveError("The export was changed or damaged after it was written.");
}

/** Reads a whole export. Throws `MoveError` unless it is complete and unchanged since it was written. */
export async function checkFile(path: string): Promise<CheckedFile> {
  const hash = createHash("sha256");
  let [first, last, organization]: (Buffer | undefined)[] = [];
  let records = -2; // without the first and the last line
  for await (const line of readLines(path)) {
    if (last !== undefined) hash.update(last).update("\n");
    if (organization === undefined && isOrganization(line)) organization = line;
    first ??= line;
    last = line;
    records += 1;
  }
  const header = parseHeader(first);
  const digest = hash.digest("hex");
  requireWhole(last && parseJson(last, records + 2), { records, digest });
  return { path, header, organization: parseOrganization(organization ?? null), digest };
}

/** A record of a file, valid or not. */
export type FileRecord =
  | { line: number; record: AnyRecord; size: number }
  | { line: number; kind: string; key: string; reason: string };

function describeIssue({ path, message }: { path: PropertyKey[]; message: string }): string {
  return path.length > 0 ? `${path.join(".")}: ${message}` : message;
}

function parseRecord(line: Buffer, number: number): FileRecord {
  const value = parseJson(line, number) as Record<string, unknown> | null;
  const kind = String(value?.kind);
  const key = typeof value?.id === "string" ? value.id : "";
  if (!Object.hasOwn(RECORDS, kind))
    return { line: number, kind, key, reason: "This kind of record is not known." };
  const parsed = RECORDS[kind as KindName].safeParse(value);
  if (parsed.success) return { line: number, record: parsed.data as AnyRecord, size: line.length };
  return { line: number, kind, key, reason: parsed.error.issues.slice(0, 3).map(describeIssue).join("; ") };
}

/** Records of one kind that follow each other, and the number of the last line. */
export type Batch = { kind: KindName | null; records: FileRecord[]; position: number };

const MAX_ROWS = 500;
const MAX_BYTES = 8 * 1024 * 1024;

const kindOf = (item: FileRecord): KindName | null => ("record" in item ? item.record.kind : null);
const sizeOf = (item: FileRecord): number => ("record" in item ? item.size : 0);

/** Reads the records after this many lines, in batches of one kind. Those that are not valid say why. */
export async function* readBatches({ path }: CheckedFile, position: number): AsyncGenerator<Batch> {
  let batch: FileRecord[] = [];
  let [bytes, number]: [number, number] = [0, 0];
  let last: FileRecord | null = null;
  for await (const line of readLines(path)) {
    number += 1;
    // The last record is kept back, because the last line is none.
    if (last !== null) {
      const isFull = batch.length >= MAX_ROWS || bytes >= MAX_BYTES;
      const [previous] = batch;
      if (previous !== undefined && (isFull || kindOf(previous) !== kindOf(last))) {
        yield { kind: kindOf(previous), records: batch, position: last.line - 1 };
        [batch, bytes] = [[], 0];
      }
      batch.push(last);
      bytes += sizeOf(last);
    }
    last = number > Math.max(position, 1) ? parseRecord(line, number) : null;
  }
  const [first] = batch;
  if (first !== undefined) yield { kind: kindOf(first), records: batch, position: number - 1 };
}
