import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  claimArchive,
  findOwnArchive,
  OtherHistoryError,
  renewArchive,
} from "@/lib/operations/backups/archive-claim";
import { openFolderStore } from "@/lib/operations/backups/folder-store";
import { removeOldBackups } from "@/lib/operations/backups/retention";
import { prepareArchive, requireStoreOfService } from "@/lib/operations/backups/prepare-archive";
import { type BackupStore, createBackupStore } from "@/lib/operations/backups/store";
import { verifyBackup } from "@/lib/operations/backups/verify";
import { listValidChunks } from "@/lib/operations/backups/continuation";
import { StoreNotReadyError } from "@/lib/operations/backups/store-marker";
import { listArchives, putChunk } from "@/lib/operations/backups/wal-chunks";
import { claimRun, readRuns } from "@/lib/operations/backups/wal-runs";
import { type ArchivedDatabase, copyDirectory, openArchived } from "../../support/operations/archives";
import { until } from "../../support/until";
import { isLong } from "../../support/platform/long";

// Two copies of one database, or an older one that was put back, and one store.

const REFUSED = /is not continued: .* Create a backup/;

let root: string;
let store: BackupStore;
let original: ArchivedDatabase;
const opened: ArchivedDatabase[] = [];

const open = async (name: string): Promise<ArchivedDatabase> => {
  const database = await openArchived(join(root, name), store);
  opened.push(database);
  return database;
};
const close = async (database: ArchivedDatabase): Promise<void> => {
  opened.splice(opened.indexOf(database), 1);
  await database.stop();
};
const listNames = async (): Promise<string[]> => (await store.list("wal/")).map(({ name }) => name);
const onlyArchive = async (): Promise<string> => [...(await listArchives(store)).keys()][0] ?? "";

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "badges-histories-"));
  store = createBackupStore(openFolderStore(join(root, "store")), Buffer.alloc(32, 1));
  original = await open("original");
  await original.archive();
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.stop();
  await rm(root, { recursive: true, force: true });
});

/** Copies the stopped original, and starts it again. */
async function copyOriginal(): Promise<ArchivedDatabase> {
  await close(original);
  await copyDirectory(join(root, "original"), join(root, "copy"));
  original = await open("original");
  return open("copy");
}

/** Archives until it is refused. Returns what it reported. */
async function archiveRefused(database: ArchivedDatabase): Promise<string> {
  const running = database.startArchive();
  await until("it is refused", () => database.messages.length > 0);
  await running.stop();
  return database.messages.join("\n");
}

describe("an older copy of a database", () => {
  it("does not write to the archive that went on, and a backup begins a new one", async () => {
    const backup = await original.createBackup();
    const copy = await copyOriginal();
    await original.archive();
    await close(original);
    // Further than the archive, so that its position alone tells nothing.
    for (let round = 0; round < 3; round += 1) await copy.write();
    const before = await listNames();
    expect(await archiveRefused(copy)).toMatch(REFUSED);
    expect(await listNames()).toEqual(before);
    await expect(findOwnArchive({ client: copy.client }, store)).rejects.toThrow(OtherHistoryError);

    await renewArchive(copy.client, store, () => undefined);
    const renewed = await copy.createBackup();
    await copy.archive();
    expect((await listArchives(store)).size).toBe(2);
    for (const manifest of [backup, renewed])
      expect((await verifyBackup(store, manifest)).verified.log_files).toBeGreaterThan(0);
  });

  it.runIf(isLong)("is refused when the run that archives is still the one that it had", async () => {
    const running = original.startArchive();
    const archive = await onlyArchive();
    await until(
      "it has claimed the archive",
      async () => (await readRuns(store, archive)).latest?.number === 2,
    );
    await running.stop();
    const copy = await copyOriginal();
    // The same process goes on with the same run, as if it had never stopped.
    const { latest } = await readRuns(store, archive);
    const claim = await claimArchive(original.client, store, { held: latest, log: () => undefined });
    expect(claim.run).toEqual(latest);
    await original.write();
    const place = { archive, run: claim.run.number };
    await putChunk(store, place, { start: claim.slot.position, content: Buffer.alloc(1000) }, null);
    for (let round = 0; round < 3; round += 1) await copy.write();
    expect(await archiveRefused(copy)).toMatch(/it reaches .*, but this database only/);
  });
});

/** What `backup create` does before it copies a database whose service is stopped. */
const prepareStoppedBackup = ({ client }: ArchivedDatabase): Promise<void> =>
  prepareArchive(client, store, { isStopped: true, log: () => undefined });

describe("a backup of a stopped database", () => {
  it("claims the archive, which its own service continues", async () => {
    const archive = await onlyArchive();
    await prepareStoppedBackup(original);
    const backup = await original.createBackup();
    await original.archive();
    expect(original.messages).toEqual([]);
    expect(backup.content).toMatchObject({ archive });
    expect([...(await listArchives(store)).keys()]).toEqual([archive]);
    expect((await verifyBackup(store, backup)).verified.log_files).toBeGreaterThan(0);
  });

  it.runIf(isLong)(
    "does not name the archive that another copy continued before or continues later",
    async () => {
      const archive = await onlyArchive();
      const copy = await copyOriginal();
      await prepareStoppedBackup(copy);
      const backup = await copy.createBackup();
      expect(backup.content).toMatchObject({ archive });
      expect(await archiveRefused(original)).toMatch(REFUSED);
      await prepareStoppedBackup(original);
      expect((await original.createBackup()).content).not.toMatchObject({ archive });
      await verifyBackup(store, backup);
    },
  );
});

describe("another store than that of the running service", () => {
  it.runIf(isLong)("gets no backup until the service was started with it", async () => {
    const other = createBackupStore(openFolderStore(join(root, "other")), Buffer.alloc(32, 1));
    const running = original.startArchive();
    await until("it streams", async () => {
      const { rows } = await original.client.query("SELECT FROM pg_replication_slots WHERE active");
      return rows.length === 1;
    });
    await requireStoreOfService(original.client, store);
    await expect(requireStoreOfService(original.client, other)).rejects.toThrow(
      /Start it again with this one/,
    );
    await running.stop();
    await requireStoreOfService(original.client, other);
  });
});

describe("an archive of which --keep has removed what no backup needs", () => {
  it.runIf(isLong)("still says how far it is", async () => {
    const copied = await copyOriginal();
    const archive = await onlyArchive();
    // The run that the copy knows goes on.
    const { latest } = await readRuns(store, archive);
    const claim = await claimArchive(original.client, store, { held: latest, log: () => undefined });
    const place = { archive, run: claim.run.number };
    await putChunk(store, place, { start: claim.slot.position, content: Buffer.alloc(100) }, null);
    await original.write(20_000_000);
    const { id: created } = await original.createBackup();
    await removeOldBackups(store, { keep: 1, created, now: new Date() });
    expect(await listValidChunks(store, archive)).toHaveLength(1);
    for (let round = 0; round < 3; round += 1) await copied.write();
    expect(await archiveRefused(copied)).toMatch(REFUSED);
  });
});

describe("two copies of a database that run at the same time", () => {
  it.runIf(isLong)("notice each other when the second one starts", async () => {
    const copy = await copyOriginal();
    await original.archive();
    await original.archive();
    expect(original.messages).toEqual([]);
    expect(await archiveRefused(copy)).toMatch(REFUSED);
  });

  it.runIf(isLong)(
    "do not keep a backup from beginning a new archive while one of them still archives",
    async () => {
      const archive = await onlyArchive();
      const running = original.startArchive();
      await until(
        "it has claimed the archive",
        async () => (await readRuns(store, archive)).latest?.number === 2,
      );
      await until("it streams", async () => {
        const { rows } = await original.client.query("SELECT FROM pg_replication_slots WHERE active");
        return rows.length === 1;
      });
      const runs = await readRuns(store, archive);
      const from = (await listValidChunks(store, archive)).at(-1)?.end ?? 0n;
      await claimRun(store, archive, { runs, id: "other", from, firstStart: 0n });
      await renewArchive(original.client, store, () => undefined);
      await until("it archives again", async () => (await listArchives(store)).size === 2, 30_000);
      await running.stop();
    },
  );

  it.runIf(isLong)(
    "are told apart by what each stored, when the other claims the archive of a running one",
    async () => {
      const archive = await onlyArchive();
      const running = original.startArchive();
      await until(
        "it has claimed the archive",
        async () => (await readRuns(store, archive)).latest?.number === 2,
      );
      const runs = await readRuns(store, archive);
      const chunks = await listValidChunks(store, archive);
      const from = chunks.at(-1)?.end ?? 0n;
      const claimed = await claimRun(store, archive, { runs, id: "other", from, firstStart: 0n });
      expect(claimed).toMatchObject({ number: 3 });
      await original.write();
      await until("it notices", () => original.messages.length > 0, 30_000);
      await running.stop();
      expect(original.messages.join("\n")).toMatch(REFUSED);
      const valid = await listValidChunks(store, archive);
      expect(valid.every(({ end }) => end <= from)).toBe(true);
    },
  );
});

describe("a service that stops while its archive waits to try again", () => {
  it.each([
    ["the first backup", () => new StoreNotReadyError("There is no backup yet.")],
    ["a store that could not be reached", () => new Error("The store is away.")],
  ])("stores the rest of the log, after it has waited for %s", async (_what, refuse) => {
    const archive = await onlyArchive();
    let isReady = false;
    const running = original.startArchive(() => (isReady ? Promise.resolve() : Promise.reject(refuse())));
    await until("it was refused", () => original.messages.length > 0);
    await original.write();
    const written = await original.position();
    isReady = true;
    await running.stop();
    expect((await listValidChunks(store, archive)).at(-1)?.end).toBeGreaterThanOrEqual(written);
  });

  it("stops although the store is still away", async () => {
    const running = original.startArchive(() => Promise.reject(new Error("The store is away.")));
    await until("it was refused", () => original.messages.length > 0);
    await running.stop();
    expect(original.messages).toHaveLength(1);
  });
});

describe("a process that is killed while it claims the archive", () => {
  /** A store that fails at an object, before or after it was created. */
  const failing = (moment: "before" | "after"): BackupStore => ({
    ...store,
    create: async (name, content) => {
      if (moment === "after") await store.create(name, content);
      throw new Error("killed");
    },
  });

  it.each(["before", "after"] as const)("goes on at the next start (%s the claim)", async (moment) => {
    const claiming = claimArchive(original.client, failing(moment), { held: null, log: () => undefined });
    await expect(claiming).rejects.toThrow("killed");
    await original.archive();
    expect(original.messages).toEqual([]);
    expect((await listArchives(store)).size).toBe(1);
  });
});
