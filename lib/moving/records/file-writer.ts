import { createHash } from "node:crypto";
import { open, rename, rm, type FileHandle } from "node:fs/promises";
import { RECORDS, type AnyRecord, type Footer, type Header } from "./schema";

/** Writes lines of records, each one JSON without a line break. */
export type WriteLines = (lines: string[]) => Promise<void>;

async function writeContent(
  file: FileHandle,
  header: Header,
  work: (write: WriteLines) => Promise<void>,
): Promise<void> {
  const hash = createHash("sha256");
  let records = 0;
  const append = async (lines: string[]): Promise<void> => {
    const text = `${lines.join("\n")}\n`;
    hash.update(text);
    await file.appendFile(text);
  };
  await append([JSON.stringify(header)]);
  await work(async (lines) => {
    if (lines.length === 0) return;
    await append(lines);
    records += lines.length;
  });
  const footer: Footer = { kind: "end", records, sha256: hash.digest("hex") };
  await file.appendFile(`${JSON.stringify(footer)}\n`);
}

/**
 * Writes a file of records between its first and last line. Only the account that runs this can read it. When `work`
 * throws, an earlier file of that name stays as it was.
 */
export async function writeRecordFile(
  path: string,
  header: Header,
  work: (write: WriteLines) => Promise<void>,
): Promise<void> {
  const unfinished = `${path}.unfinished`;
  await rm(unfinished, { force: true });
  const file = await open(unfinished, "wx", 0o600);
  try {
    await writeContent(file, header, work);
    await file.sync();
    await file.close();
    await rename(unfinished, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
}

const LINES = 500;
/** Lines with pictures are long. */
const CHARACTERS = 8 * 1024 * 1024;

/** Adds records to a file, several at a time. `flush` writes the last ones. */
export type RecordWriter = { add: (record: AnyRecord) => Promise<void>; flush: () => Promise<void> };

/** Creates a writer of records. One that does not fit its schema goes to `refuse` with the reason. */
export function createRecordWriter(
  write: WriteLines,
  refuse: (record: AnyRecord, reason: string) => void,
): RecordWriter {
  let [lines, characters]: [string[], number] = [[], 0];
  const flush = async (): Promise<void> => {
    await write(lines);
    [lines, characters] = [[], 0];
  };
  const addLine = (line: string): void => {
    lines.push(line);
    characters += line.length;
  };
  return {
    add: async (record) => {
      const parsed = RECORDS[record.kind].safeParse(record);
      if (parsed.success) addLine(JSON.stringify(parsed.data));
      else {
        const [issue] = parsed.error.issues;
        refuse(record, `${issue?.path.join(".")}: ${issue?.message}`);
      }
      if (lines.length >= LINES || characters >= CHARACTERS) await flush();
    },
    flush,
  };
}
