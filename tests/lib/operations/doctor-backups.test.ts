import { mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { clock } from "@/lib/kernel/clock";
import { parseEnv } from "@/lib/kernel/env";
import { BACKUP_CHECKS } from "@/lib/operations/doctor/backups";
import type { Finding } from "@/lib/operations/doctor/finding";
import { PLACEHOLDER_SECRETS } from "@/lib/operations/installation/environment";
import { openFolderStore } from "@/lib/operations/backups/folder-store";
import { listBackups } from "@/lib/operations/backups/manifest";
import { type BackupStore, createBackupStore } from "@/lib/operations/backups/store";
import { claimStore } from "@/lib/operations/backups/store-marker";
import { type ArchivedDatabase, openArchived } from "../../support/operations/archives";
import { until } from "../../support/until";

const KEY = Buffer.alloc(32, 1);
const HOUR_MS = 3_600_000;

let root: string;
let folder: string;
let store: BackupStore;
let opened: ArchivedDatabase;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "badges-doctor-"));
  folder = join(root, "store");
  store = createBackupStore(openFolderStore(folder), KEY);
  opened = await openArchived(join(root, "data"), store);
  const migration = "prisma/migrations/20261214120000_backup_stores/migration.sql";
  await opened.client.query(await readFile(migration, "utf8"));
});
afterAll(async () => {
  await opened?.stop();
  await rm(root, { recursive: true, force: true });
});
beforeEach(() => {
  vi.stubEnv("BACKUP_TO", folder);
  vi.stubEnv("BACKUP_KEY", KEY.toString("base64"));
  return () => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  };
});

const [check] = BACKUP_CHECKS;
const examined = (changes: Record<string, string> = {}) => ({
  env: parseEnv({
    ...PLACEHOLDER_SECRETS,
    DATABASE_URL: "postgresql://embedded",
    DATA_DIR: opened.dataDir,
    BACKUP_TO: folder,
    BACKUP_KEY: KEY.toString("base64"),
    ...changes,
  }),
  isEmbedded: true,
  isRunning: true,
  secretsFile: null,
  client: opened.client,
});
const examine = async (): Promise<Finding[]> => (await check?.run(examined())) ?? [];

it("gives a hint when there are no backups at all", () => {
  expect(check?.skip?.(examined({ BACKUP_TO: "" }))).toContain("BACKUP_TO is not set");
});

it("finds that there is no backup yet", async () => {
  expect(await examine()).toMatchObject([{ problem: expect.stringContaining("no backup") as string }]);
});

it("finds nothing after a backup that the archive continues, and an old or late one", async () => {
  await claimStore(opened.client, store);
  await opened.archive();
  await opened.createBackup();
  await opened.archive();
  expect(await examine()).toEqual([]);
  const now = Date.now();
  vi.spyOn(clock, "now").mockImplementation(() => new Date(now + HOUR_MS));
  expect(await examine()).toMatchObject([{ problem: expect.stringContaining("is behind") as string }]);
  vi.spyOn(clock, "now").mockImplementation(() => new Date(now + 50 * HOUR_MS));
  const problems = (await examine()).map(({ problem }) => problem);
  expect(problems).toEqual([expect.stringMatching(/50 hours old/), expect.stringContaining("is behind")]);
});

it("finds that the running service archives in another store", async () => {
  const running = opened.startArchive();
  await until("it streams", async () => {
    const { rows } = await opened.client.query("SELECT FROM pg_replication_slots WHERE active");
    return rows.length === 1;
  });
  vi.stubEnv("BACKUP_TO", join(root, "elsewhere"));
  const found = await examine();
  await running.stop();
  expect(found).toMatchObject([{ problem: expect.stringContaining("archives in another store") as string }]);
});

it("finds a backup whose time has not come yet", async () => {
  const now = Date.now();
  vi.spyOn(clock, "now").mockImplementation(() => new Date(now - HOUR_MS));
  expect(await examine()).toMatchObject([
    { problem: expect.stringContaining("later time than now") as string },
  ]);
});

it("finds that no backup continues with the present archive, although another database has a later backup", async () => {
  const other = await openArchived(join(root, "other"), store);
  try {
    await other.createBackup();
    expect(await examine()).toEqual([]);
  } finally {
    await other.stop();
  }
  const [own] = (await listBackups(store)).filter(({ isComplete }) => isComplete);
  const name = `backups/${own?.id}/manifest`;
  const content = await store.read(name);
  await store.remove(name);
  expect(await examine()).toMatchObject([
    { problem: expect.stringContaining("No backup continues with the present archive") as string },
  ]);
  await store.put(name, content);
});

it("finds a gap, and a folder that is not mounted", async () => {
  for (let round = 0; round < 2; round += 1) await opened.archive();
  const chunks = (await store.list("wal/")).filter(({ name }) => /-\d{6}$/.test(name) && !/run-/.test(name));
  const name = chunks.at(-2)?.name ?? "";
  const content = await store.read(name);
  await store.remove(name);
  expect(await examine()).toMatchObject([{ problem: expect.stringContaining("lacks the part") as string }]);
  await store.put(name, content);
  expect(await examine()).toEqual([]);
  await rename(folder, `${folder}.unmounted`);
  expect(await examine()).toMatchObject([{ problem: expect.stringContaining("not mounted") as string }]);
  await rename(`${folder}.unmounted`, folder);
});
