import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findOwnArchive, renewArchive } from "@/lib/operations/backups/archive-claim";
import { openFolderStore } from "@/lib/operations/backups/folder-store";
import type { Manifest } from "@/lib/operations/backups/manifest";
import { type BackupStore, createBackupStore } from "@/lib/operations/backups/store";
import { verifyBackup } from "@/lib/operations/backups/verify";
import { listValidChunks } from "@/lib/operations/backups/continuation";
import { listArchives } from "@/lib/operations/backups/wal-chunks";
import { readRuns } from "@/lib/operations/backups/wal-runs";
import { type ArchivedDatabase, openArchived } from "../../support/operations/archives";
import { until } from "../../support/until";
import { isLong } from "../../support/platform/long";

// An archive that has lost the object of its last run.

let root: string;
let store: BackupStore;
let opened: ArchivedDatabase;
let archive: string;
let manifest: Manifest;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "badges-lost-runs-"));
  store = createBackupStore(openFolderStore(join(root, "store")), Buffer.alloc(32, 1));
  opened = await openArchived(join(root, "data"), store);
  await opened.archive();
  manifest = await opened.createBackup();
  for (let round = 0; round < 2; round += 1) await opened.archive();
  archive = [...(await listArchives(store)).keys()][0] ?? "";
});
afterEach(async () => {
  await opened?.stop();
  await rm(root, { recursive: true, force: true });
});

const lastRun = async (): Promise<string> => (await store.list(`wal/${archive}/run-`)).at(-1)?.name ?? "";

describe("an archive with a damaged object", () => {
  it.runIf(isLong)("can be restored up to a damaged run, and a backup begins a new one", async () => {
    const name = await lastRun();
    await store.unencrypted.put(name, Buffer.from("x"));
    await expect(verifyBackup(store, manifest)).rejects.toThrow(/lacks the part .*run-.* was cut off/);
    const { log } = await verifyBackup(store, manifest, { isGapAccepted: true });
    expect(log.chunks.length).toBeGreaterThan(0);
    await renewArchive(opened.client, store, () => undefined);
    await opened.archive();
    expect(opened.messages).toEqual([]);
    expect((await listArchives(store)).size).toBe(2);
  });

  it.runIf(isLong)("is verified without its mark, and reports that it ended without the reason", async () => {
    for (const object of ["mark", "ended"])
      await store.unencrypted.put(`wal/${archive}/${object}`, Buffer.from("x"));
    const { log } = await verifyBackup(store, manifest);
    expect(log).toMatchObject({ gap: null, ended: expect.stringContaining("cannot be read") as string });
    expect(log.until).not.toBeNull();
  });
});

describe("an archive without the object of its last run", () => {
  it.runIf(isLong)("is refused with the name of the run, and can be restored up to there", async () => {
    const { chunks: whole } = (await verifyBackup(store, manifest)).log;
    const name = await lastRun();
    const { number } = (await readRuns(store, archive)).latest ?? { number: 0 };
    await store.remove(name);
    await expect(verifyBackup(store, manifest)).rejects.toThrow(`${name} is missing`);
    const { log } = await verifyBackup(store, manifest, { isGapAccepted: true });
    expect(log.chunks).toEqual(whole.filter(({ run }) => run < number));
    expect(log.chunks.length).toBeGreaterThan(0);
  });

  it("gets it again at the next start, and goes on", async () => {
    const before = await readRuns(store, archive);
    await store.remove(await lastRun());
    expect(await findOwnArchive({ client: opened.client }, store)).toBeNull();
    await opened.archive();
    expect(opened.messages).toEqual([]);
    expect([...(await listArchives(store)).keys()]).toEqual([archive]);
    expect((await readRuns(store, archive)).starts).toEqual(expect.arrayContaining(before.starts));
    expect((await verifyBackup(store, manifest)).log.gap).toBeNull();
  });

  it.runIf(isLong)("gets it again from a service that runs", async () => {
    const running = opened.startArchive();
    const { latest: earlier } = await readRuns(store, archive);
    await until(
      "it has claimed the archive",
      async () => (await readRuns(store, archive)).latest?.number === (earlier?.number ?? 0) + 1,
    );
    const { latest } = await readRuns(store, archive);
    await store.remove(await lastRun());
    await opened.write();
    await until(
      "it wrote the run again",
      async () => (await readRuns(store, archive)).latest?.id === latest?.id,
      30_000,
    );
    const written = await opened.position();
    await until(
      "it archives",
      async () => ((await listValidChunks(store, archive)).at(-1)?.end ?? 0n) >= written,
      30_000,
    );
    await running.stop();
    expect((await verifyBackup(store, manifest)).log.gap).toBeNull();
  });

  it.runIf(isLong)("ends when what the run stored is missing too", async () => {
    const { number } = (await readRuns(store, archive)).latest ?? { number: 0 };
    await store.remove(await lastRun());
    for (const { name } of await store.list(`wal/${archive}/`))
      if (name.endsWith(`-${String(number).padStart(6, "0")}`)) await store.remove(name);
    await opened.archive();
    expect(opened.messages.join("\n")).toContain("Create a backup now");
    expect((await listArchives(store)).size).toBe(2);
  });
});
