import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createFilesBackup } from "@/lib/operations/backups/create";
import { openFolderStore } from "@/lib/operations/backups/folder-store";
import type { Manifest } from "@/lib/operations/backups/manifest";
import { type BackupStore, createBackupStore } from "@/lib/operations/backups/store";
import { verifyBackup } from "@/lib/operations/backups/verify";
import { startWalArchive } from "@/lib/operations/backups/wal-archive";
import { describeGap, findContinuation } from "@/lib/operations/backups/continuation";
import { listArchives, listChunks } from "@/lib/operations/backups/wal-chunks";
import { parsePosition } from "@/lib/operations/backups/positions";
import { until } from "../../support/until";
import { type EmbeddedPostgres, openEmbeddedPostgres } from "@/lib/platform/postgres/embedded";

let root: string;
let database: EmbeddedPostgres;
let client: pg.Client;
let store: BackupStore;
let archive: string;
let manifest: Manifest;
const messages: string[] = [];

/** Archives what was written, as a run of the service does until its end. */
async function archiveWritten(): Promise<void> {
  await client.query("SELECT pg_logical_emit_message(false, 'test', repeat('x', 100000))");
  const running = startWalArchive(database.superuserUrl, store, {
    requireStore: () => Promise.resolve(),
    log: (message) => messages.push(message),
  });
  const { rows } = await client.query<{ position: string }>(
    "SELECT pg_current_wal_flush_lsn()::text AS position",
  );
  const written = parsePosition(rows[0]?.position ?? "0/0");
  await until("the log is archived", async () => {
    const names = [...(await listArchives(store)).keys()];
    const ends = await Promise.all(names.map(async (name) => (await listChunks(store, name)).at(-1)?.end));
    return ends.some((end) => end !== undefined && end >= written);
  });
  await running.stop();
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "badges-wal-gaps-"));
  const dataDir = join(root, "data");
  database = await openEmbeddedPostgres({ dataDir, log: () => undefined });
  await writeFile(join(dataDir, "secrets.json"), "{}");
  client = new pg.Client({ connectionString: database.superuserUrl });
  await client.connect();
  store = createBackupStore(openFolderStore(join(root, "store")), Buffer.alloc(32, 1));
  await archiveWritten();
  manifest = await createFilesBackup(
    { superuserUrl: database.superuserUrl, dataDir },
    store,
    () => undefined,
  );
  for (let round = 0; round < 3; round += 1) await archiveWritten();
  archive = [...(await listArchives(store)).keys()][0] ?? "";
});
afterAll(async () => {
  await client?.end();
  await database?.stop();
  await rm(root, { recursive: true, force: true });
});
beforeEach(() => void messages.splice(0));

const backupEnd = (): bigint =>
  manifest.content.kind === "files" ? parsePosition(manifest.content.end_position) : 0n;

/** Removes a chunk after the backup, counted from its end, while `work` runs. */
async function withoutChunk(fromEnd: number, work: () => Promise<void>): Promise<void> {
  const { chunks } = await findContinuation(store, archive, backupEnd());
  const name = chunks.at(fromEnd)?.name ?? "";
  const content = await store.read(name);
  await store.remove(name);
  await work();
  await store.put(name, content);
}

describe("an archive of the log", () => {
  it("is verified when nothing is missing", async () => {
    const { gap } = await findContinuation(store, archive, backupEnd());
    expect(gap).toBeNull();
    expect((await verifyBackup(store, manifest)).verified.log_files).toBeGreaterThan(2);
  });

  it("is refused with the name of the gap when a chunk before the last is missing", () =>
    withoutChunk(-2, async () => {
      const { chunks, gap } = await findContinuation(store, archive, backupEnd());
      expect(gap).toMatchObject({ archive, from: chunks.at(-1)?.end });
      await expect(verifyBackup(store, manifest)).rejects.toThrow(gap ? describeGap(gap) : "no gap");
      const { verified } = await verifyBackup(store, manifest, { isGapAccepted: true });
      expect(verified.log_files).toBe(chunks.length);
    }));

  it("goes on after a later backup has made all of its chunks needless", async () => {
    const chunks = await listChunks(store, archive);
    const stored = await Promise.all(
      chunks.map(async ({ name }) => ({ name, content: await store.read(name) })),
    );
    for (const { name } of stored) await store.remove(name);
    await archiveWritten();
    expect(messages).toEqual([]);
    expect((await listArchives(store)).size).toBe(1);
    for (const { name, content } of stored) await store.put(name, content);
  });

  it("ends, and a new one begins with a message, when its last chunk is missing", async () => {
    const last = (await listChunks(store, archive)).at(-1)?.name ?? "";
    await store.remove(last);
    await archiveWritten();
    expect((await listArchives(store)).size).toBe(2);
    expect(messages.join("\n")).toContain("Create a backup now");
    const { ended } = await findContinuation(store, archive, backupEnd());
    expect(ended).toBe("The store does not have its end: BACKUP_TO was changed, or the store has lost it.");
  });
});
