import { createHash } from "node:crypto";
import { z } from "zod";
import type { FilesContent, Manifest, TablesContent } from "./manifest";
import { BackupError } from "./object-cipher";
import { readStream, readWhole } from "./parts";
import { verifySecrets } from "./secret-files";
import type { BackupStore } from "./store";
import { readTar } from "./tar";
import { type Continuation, describeGap } from "./continuation";
import { NO_CONTINUATION, verifyLog } from "./verify-log";

/** PostgreSQL's list of the files of a base backup. */
const FileList = z.object({
  Files: z.array(
    z.object({
      Path: z.string().optional(),
      "Encoded-Path": z.string().optional(),
      Size: z.number(),
      Checksum: z.string(),
    }),
  ),
});

export type Verified = {
  files: number;
  rows: number;
  bytes: number;
  /** Objects of the archive of the log that continue the backup. */
  log_files: number;
};

/** What was verified of a backup, and of the archive that continues it. */
type VerifiedBackup = { verified: Verified; log: Continuation };

async function verifyFiles(
  store: BackupStore,
  content: FilesContent,
  isGapAccepted: boolean,
): Promise<VerifiedBackup> {
  const list = FileList.parse(JSON.parse((await readWhole(store, content.file_list)).toString("utf8")));
  const expected = new Map(
    list.Files.map((file) => [
      file.Path ?? Buffer.from(file["Encoded-Path"] ?? "", "hex").toString("utf8"),
      `${file.Size} ${file.Checksum.toLowerCase()}`,
    ]),
  );
  const count = expected.size;
  for await (const { name, isDirectory, size, content: chunks } of readTar(
    readStream(store, content.files),
  )) {
    const digest = createHash("sha256");
    for await (const chunk of chunks) digest.update(chunk);
    const wanted = expected.get(name);
    // The list leaves out directories and the log.
    if (isDirectory || wanted === undefined) continue;
    if (wanted !== `${size} ${digest.digest("hex")}`)
      throw new BackupError(`The file ${name} of the database differs from the list of PostgreSQL.`);
    expected.delete(name);
  }
  const [missing] = expected.keys();
  if (missing !== undefined) throw new BackupError(`The file ${missing} of the database is missing.`);
  await verifySecrets(store, content);
  const log = await verifyLog(store, content);
  if (log.gap !== null && !isGapAccepted)
    throw new BackupError(
      `${describeGap(log.gap)} What is before it can be restored with --until-gap, or up to an earlier moment with --moment. ` +
        'Run "admin backup create": a new backup does not need what is missing.',
    );
  const verified = { files: count, rows: 0, bytes: content.files.bytes, log_files: log.chunks.length };
  return { verified, log };
}

async function countLines(source: AsyncIterable<Buffer>): Promise<number> {
  let lines = 0;
  for await (const chunk of source)
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
  return lines;
}

async function verifyTables(store: BackupStore, { tables }: TablesContent): Promise<VerifiedBackup> {
  const verified = { files: tables.length, rows: 0, bytes: 0, log_files: 0 };
  for (const { name, rows, content } of tables) {
    // In COPY's text format each row is one line.
    const lines = await countLines(readStream(store, content));
    if (lines !== rows) throw new BackupError(`The table ${name} has ${lines} rows instead of ${rows}.`);
    verified.rows += rows;
    verified.bytes += content.bytes;
  }
  return { verified, log: NO_CONTINUATION };
}

/**
 * Reads every object of a backup, and of the archive that continues it, and compares the content with its list. Throws
 * `BackupError` at the first that is missing, was changed or has another key, and when the archive has a gap, unless
 * only what is before the gap is wanted.
 */
export const verifyBackup = (
  store: BackupStore,
  { content }: Manifest,
  { isGapAccepted = false }: { isGapAccepted?: boolean } = {},
): Promise<VerifiedBackup> =>
  content.kind === "files" ? verifyFiles(store, content, isGapAccepted) : verifyTables(store, content);
