import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { storeBaseBackup } from "@/lib/operations/backups/base-backup";
import { openFolderStore } from "@/lib/operations/backups/folder-store";
import { type BackupStore, createBackupStore } from "@/lib/operations/backups/store";
import { type EmbeddedPostgres, openEmbeddedPostgres } from "@/lib/platform/postgres/embedded";

const MEGABYTE = 1_000_000;

let root: string;
let database: EmbeddedPostgres;
let client: pg.Client;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "badges-base-backup-"));
  database = await openEmbeddedPostgres({ dataDir: join(root, "data"), log: () => undefined });
  client = new pg.Client({ connectionString: database.superuserUrl });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.stop();
  await rm(root, { recursive: true, force: true });
});

/** Writes more than 100 MB of the log, with checkpoints that remove what nobody needs of it. */
async function writeLog(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    for (let written = 0; written < 40; written += 1)
      await client.query("SELECT pg_logical_emit_message(false, 'test', repeat('x', $1))", [MEGABYTE]);
    await client.query("CHECKPOINT");
  }
}

it("is complete although checkpoints pass while a part is being stored, and leaves no slot", async () => {
  // Does not compress, and is more than what is held in memory between the server and the store.
  await client.query("CREATE TABLE filler (content bytea STORAGE EXTERNAL)");
  for (let row = 0; row < 64; row += 1)
    await client.query("INSERT INTO filler VALUES ($1)", [randomBytes(MEGABYTE)]);
  const store = createBackupStore(openFolderStore(join(root, "store")), Buffer.alloc(32, 1));
  let writing: Promise<void> | null = null;
  const slow: BackupStore = {
    ...store,
    put: async (name, content) => {
      await (writing ??= writeLog());
      await store.put(name, content);
    },
  };
  const { files } = await storeBaseBackup(database.superuserUrl, slow, "backups/one", () => undefined);
  expect(files.parts).toBeGreaterThan(1);
  await expect
    .poll(async () => (await client.query("SELECT slot_name FROM pg_replication_slots")).rows)
    .toEqual([]);
});
