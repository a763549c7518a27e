import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openFolderStore } from "@/lib/operations/backups/folder-store";
import { listBackups, type Manifest, writeManifest } from "@/lib/operations/backups/manifest";
import { removeOldBackups } from "@/lib/operations/backups/retention";
import { type BackupStore, createBackupStore } from "@/lib/operations/backups/store";

const NOW = new Date("2026-11-26T12:00:00Z");
const [FIRST, SECOND, LATER] = [
  "20261126T110000Z-aaaaaa",
  "20261126T110000Z-bbbbbb",
  "20261127T110000Z-cccccc",
] as const;

let folder: string;
let store: BackupStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "badges-retention-"));
  store = createBackupStore(openFolderStore(folder), Buffer.alloc(32, 1));
});
afterEach(() => rm(folder, { recursive: true }));

const put = (id: string): Promise<void> => {
  const time = NOW.toISOString();
  const manifest: Manifest = {
    format: 1,
    id,
    started_at: time,
    contains_until: time,
    finished_at: time,
    postgres_version: "18.0",
    content: { kind: "tables", migrations: [], tables: [], partitions: [], sequences: [] },
  };
  return writeManifest(store, manifest);
};
const listIds = async (): Promise<string[]> => (await listBackups(store)).map(({ id }) => id);

it("keeps the backup that was just created when another one has the same second or a later time", async () => {
  for (const id of [FIRST, SECOND, LATER]) await put(id);
  const removed = await removeOldBackups(store, { keep: 2, created: FIRST, now: NOW });
  expect(removed).toEqual([SECOND]);
  expect(await listIds()).toEqual([FIRST, LATER]);
});

it("ignores foreign files, and still removes what no backup needs of the archives", async () => {
  for (const id of [FIRST, SECOND]) await put(id);
  await mkdir(join(folder, "backups", "@eaDir"));
  await writeFile(join(folder, "backups", "@eaDir", "x"), "");
  await writeFile(join(folder, "backups", ".DS_Store"), "");
  await store.put("wal/backup_0a1b/mark", Buffer.from("x"));
  expect(await removeOldBackups(store, { keep: 1, created: SECOND, now: NOW })).toEqual([FIRST]);
  expect(await listIds()).toEqual([SECOND]);
  expect(await store.list("wal/")).toEqual([]);
});
