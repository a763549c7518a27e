import { randomBytes } from "node:crypto";
import type pg from "pg";
import { CopyOut, submit, withPlainClient } from "./copy-stream";
import { BackupError } from "./object-cipher";
import { type StoredStream, writeStream } from "./parts";
import type { BackupStore } from "./store";

/** PostgreSQL copies its files while it runs, with the log that makes the copy consistent, and sends them as a tar. */
const STATEMENT =
  "BASE_BACKUP (LABEL 'backup', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')";

const TYPES = { archive: "n", manifest: "m", content: "d" } as const;

type Section = { kind: "files" | "list"; chunks: AsyncGenerator<Buffer> };

/** Splits the messages of a base backup into its sections: the tar, then the list of files. */
function splitSections(messages: AsyncIterator<Buffer>): () => Promise<Section | null> {
  let next: Buffer | null = null;
  const advance = async (): Promise<void> => {
    const { value, done } = await messages.next();
    next = done ? null : value;
  };
  const typeOf = (message: Buffer): string => String.fromCharCode(message[0] ?? 0);
  async function* readContent(): AsyncGenerator<Buffer> {
    for (await advance(); next !== null; await advance()) {
      const type = typeOf(next);
      if (type === TYPES.content) yield next.subarray(1);
      else if (type === TYPES.archive || type === TYPES.manifest) return;
    }
  }
  return async () => {
    if (next === null) await advance();
    if (next === null) return null;
    return { kind: typeOf(next) === TYPES.manifest ? "list" : "files", chunks: readContent() };
  };
}

export type BaseBackup = {
  timeline: number;
  startPosition: string;
  endPosition: string;
  files: StoredStream;
  fileList: StoredStream;
};

async function storeSections(
  client: pg.Client,
  store: BackupStore,
  prefix: string,
  onBytes: (bytes: number) => void,
): Promise<BaseBackup> {
  const stream = new CopyOut(STATEMENT);
  submit(client, stream);
  const nextSection = splitSections(stream[Symbol.asyncIterator]());
  const stored: Partial<Record<Section["kind"], StoredStream>> = {};
  for (let section = await nextSection(); section !== null; section = await nextSection()) {
    const { kind, chunks } = section;
    if (stored[kind]) throw new BackupError("The database has tablespaces, which a backup cannot contain.");
    const report = kind === "files" ? onBytes : () => undefined;
    stored[kind] = await writeStream(store, `${prefix}/${kind}`, chunks, report);
  }
  // Results: the start (position, timeline), one row for each tablespace, the end (position, timeline).
  const [start, end] = [stream.rows[0], stream.rows.at(-1)];
  if (!stored.files || !stored.list || !start?.[0] || !end?.[0])
    throw new BackupError("PostgreSQL did not send a whole base backup.");
  return {
    startPosition: start[0],
    endPosition: end[0],
    timeline: Number(start[1]),
    files: stored.files,
    fileList: stored.list,
  };
}

/**
 * Keeps the log from now on while `work` runs, so that checkpoints do not remove what the copy needs at its end. The slot
 * is temporary: the server removes it with the connection, also when this process is killed.
 */
const withKeptLog = <Result>(superuserUrl: string, work: () => Promise<Result>): Promise<Result> =>
  withPlainClient({ connectionString: superuserUrl, replication: "true" }, async (client) => {
    const name = `base_${randomBytes(6).toString("hex")}`;
    await client.query(`CREATE_REPLICATION_SLOT "${name}" TEMPORARY PHYSICAL RESERVE_WAL`);
    return work();
  });

/** Copies the files of a running PostgreSQL into a store. The URL is that of a role with the right to replicate. */
export const storeBaseBackup = (
  superuserUrl: string,
  store: BackupStore,
  prefix: string,
  onBytes: (bytes: number) => void,
): Promise<BaseBackup> =>
  withKeptLog(superuserUrl, () =>
    withPlainClient({ connectionString: superuserUrl, replication: "true" }, (client) =>
      storeSections(client, store, prefix, onBytes),
    ),
  );
