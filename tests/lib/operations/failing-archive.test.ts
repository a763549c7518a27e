import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AggregatorRegistry } from "prom-client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openFolderStore } from "@/lib/operations/backups/folder-store";
import { describeBackups } from "@/lib/operations/backups/metrics";
import { type BackupStore, createBackupStore } from "@/lib/operations/backups/store";
import { readPendingBytes, readStoreStatus, watchStore } from "@/lib/operations/backups/store-watch";
import { writeVerification } from "@/lib/operations/backups/verification";
import { listArchives, listChunks } from "@/lib/operations/backups/wal-chunks";
import { type ArchivedDatabase, openArchived } from "../../support/operations/archives";
import { until } from "../../support/until";

// An archive whose folder cannot be written to for some time.

let root: string;
let store: BackupStore;
let opened: ArchivedDatabase;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "badges-failing-archive-"));
  store = createBackupStore(openFolderStore(join(root, "store")), Buffer.alloc(32, 1));
  opened = await openArchived(join(root, "data"), store);
});
afterAll(async () => {
  await opened?.stop();
  await rm(root, { recursive: true, force: true });
});

/** Puts a file where the folder was, into which not even root can write, and returns what undoes it. */
async function breakStore(): Promise<() => Promise<void>> {
  const folder = join(root, "store");
  await rename(folder, `${folder}.away`);
  await writeFile(folder, "");
  return async () => {
    await rm(folder);
    await rename(`${folder}.away`, folder);
  };
}

type Running = ReturnType<ArchivedDatabase["startArchive"]>;

async function readMetrics(running: Running): Promise<Map<string, number>> {
  const pendingBytes = await readPendingBytes(opened.database.superuserUrl);
  const storeStatus = await readStoreStatus(store).catch(() => null);
  const families = await describeBackups({
    archive: { ...running.status(), pendingBytes },
    store: storeStatus,
  });
  const text = await AggregatorRegistry.aggregate([families]).metrics();
  return new Map(
    [...text.matchAll(/^([a-z_]+) (\S+)$/gm)].map(([, name = "", value]) => [name, Number(value)]),
  );
}

it("an archive that no backup continues with yet is not complete, and one that begins after a gap is not either", async () => {
  const begun = opened.startArchive();
  await until("it archives", () => begun.status().isWithoutBackup);
  expect((await readMetrics(begun)).has("wal_archive_complete_timestamp_seconds")).toBe(false);
  await opened.createBackup();
  await opened.write();
  await until("the archive is complete", () => begun.status().completeUntil !== null);
  expect((await readMetrics(begun)).get("wal_archive_without_backup")).toBe(0);
  await begun.stop();

  const [archive = ""] = (await listArchives(store)).keys();
  await store.remove((await listChunks(store, archive)).at(-1)?.name ?? "");
  const renewed = opened.startArchive();
  await until("a new archive begins", () => renewed.status().isWithoutBackup);
  const metrics = await readMetrics(renewed);
  expect(metrics.get("wal_archive_without_backup")).toBe(1);
  expect(metrics.has("wal_archive_complete_timestamp_seconds")).toBe(false);
  await opened.createBackup();
  await opened.write();
  await until("the archive is complete", () => renewed.status().completeUntil !== null);
  expect(renewed.status().isWithoutBackup).toBe(false);
  await renewed.stop();
  expect(opened.messages.splice(0)).toEqual([expect.stringContaining("Create a backup now")]);
});

it("what the database keeps is known also while the store does not respond", async () => {
  const watch = watchStore(
    { ...store, list: () => new Promise(() => undefined) },
    { superuserUrl: opened.database.superuserUrl, isKnown: () => Promise.resolve(false) },
  );
  await until("it is read", () => watch.pendingBytes() !== null);
  watch.stop();
});

it("a store that cannot be written to is reported by metrics and one line, and so is its return", async () => {
  const running = opened.startArchive();
  await until("the archive is complete", () => running.status().completeUntil !== null);
  expect((await readMetrics(running)).get("wal_archive_failing")).toBe(0);

  const mend = await breakStore();
  await opened.write(2_000_000);
  await until("it fails twice", () => running.status().failures >= 2);
  const broken = await readMetrics(running);
  expect(broken.get("wal_archive_failing")).toBe(1);
  expect(broken.get("wal_archive_failures_total")).toBeGreaterThanOrEqual(2);
  expect(broken.get("wal_archive_pending_bytes")).toBeGreaterThan(2_000_000);
  expect(Date.now() / 1_000 - (broken.get("wal_archive_last_failure_timestamp_seconds") ?? 0)).toBeLessThan(
    60,
  );
  expect(opened.messages).toEqual([expect.stringContaining("log cannot be archived")]);

  await mend();
  await until("it works again", () => !running.status().isFailing);
  await running.stop();
  const mended = await readMetrics(running);
  expect(mended.get("wal_archive_complete_timestamp_seconds")).toBeGreaterThan(
    broken.get("wal_archive_complete_timestamp_seconds") ?? Infinity,
  );
  expect(mended.get("wal_archive_pending_bytes")).toBeLessThan(1_000_000);
  expect(opened.messages.slice(1)).toEqual([expect.stringMatching(/is archived in .* again/)]);
});

it("the store says how old the newest backup is, whether it was verified, and what space is left", async () => {
  const empty = createBackupStore(openFolderStore(join(root, "empty")), Buffer.alloc(32, 1));
  await empty.put("other", Buffer.from("x"));
  expect(await readStoreStatus(empty)).toMatchObject({ backups: 0, newestAt: null, verification: null });
  const { backups } = await readStoreStatus(store);
  const { id, finished_at: finishedAt } = await opened.createBackup();
  const at = "2026-11-30T10:00:00.000Z";
  await writeVerification(store, { backup: id, at, passed: false });
  const status = await readStoreStatus(store);
  expect(status).toMatchObject({
    isReachable: true,
    backups: (backups ?? 0) + 1,
    newestAt: Date.parse(finishedAt),
    verification: { at: Date.parse(at), isPassed: false },
  });
  expect(status.space?.free).toBeGreaterThan(0);
  expect(status.space?.size).toBeGreaterThan(status.space?.free ?? Infinity);
});
