import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openFolderStore } from "@/lib/operations/backups/folder-store";
import { type Manifest, writeManifest } from "@/lib/operations/backups/manifest";
import { StoreUnavailableError } from "@/lib/operations/backups/object-cipher";
import { writeStream } from "@/lib/operations/backups/parts";
import { openS3Store } from "@/lib/operations/backups/s3-store";
import { type BackupStore, createBackupStore } from "@/lib/operations/backups/store";
import { type BackupWatch, readStoreStatus, watchStore } from "@/lib/operations/backups/store-watch";
import { readVerification, writeVerification } from "@/lib/operations/backups/verification";
import { verifyBackup } from "@/lib/operations/installation/backups";
import {
  S3_ACCESS_KEY,
  S3_REGION,
  S3_SECRET,
  startS3Server,
  type S3Server,
} from "../../support/operations/s3-server";
import { until } from "../../support/until";

// What the metrics show of a store that is away, does not respond or has damaged objects.

const KEY = Buffer.alloc(32, 1);
const [OLDER, NEWER] = ["20261126T120000Z-abcdef", "20261127T120000Z-abcdef"] as const;

let root: string;
let folder: string;
let s3: S3Server;
const watches: BackupWatch[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "badges-store-watch-"));
  s3 = await startS3Server();
});
afterAll(async () => {
  await s3?.stop();
  await rm(root, { recursive: true, force: true });
});
beforeEach(async () => {
  folder = await mkdtemp(join(root, "store-"));
  s3.objects.clear();
});
afterEach(() => {
  for (const watch of watches.splice(0)) watch.stop();
  s3.refuse(null);
  vi.unstubAllEnvs();
});

const openFolder = (key = KEY): BackupStore => createBackupStore(openFolderStore(folder), key);
const openBucket = (): BackupStore =>
  createBackupStore(
    openS3Store({
      bucket: "backups",
      prefix: "",
      endpoint: s3.endpoint,
      region: S3_REGION,
      accessKeyId: S3_ACCESS_KEY,
      secretAccessKey: S3_SECRET,
    }),
    KEY,
  );

const finishedAt = (id: string): string =>
  `${id.slice(0, 4)}-${id.slice(4, 6)}-${id.slice(6, 8)}T12:00:01.000Z`;

/** Stores a backup of one table with one row. */
async function storeBackup(store: BackupStore, id: string): Promise<void> {
  async function* rows() {
    yield Buffer.from("1\n");
  }
  const content = await writeStream(store, `backups/${id}/tables/public.one`, rows());
  const table = { schema: "public", name: "one", columns: ["id"], rows: 1, content };
  const manifest: Manifest = {
    format: 1,
    id,
    started_at: finishedAt(id),
    contains_until: finishedAt(id),
    finished_at: finishedAt(id),
    postgres_version: "18.0",
    content: { kind: "tables", migrations: [], tables: [table], partitions: [], sequences: [] },
  };
  await writeManifest(store, manifest);
}

function watch(store: BackupStore, isKnown = false): BackupWatch {
  const options = { superuserUrl: null, isKnown: () => Promise.resolve(isKnown), everyMs: 100 };
  const started = watchStore(store, options);
  watches.push(started);
  return started;
}

describe("a folder that is not mounted", () => {
  /** Leaves the folder that the disk is mounted at, without the disk. */
  async function unmount(): Promise<() => Promise<void>> {
    await rename(folder, `${folder}.away`);
    await mkdir(folder);
    return async () => {
      await rm(folder, { recursive: true });
      await rename(`${folder}.away`, folder);
    };
  }

  beforeEach(async () => {
    await writeFile(join(folder, "store"), "{}");
    await storeBackup(openFolder(), OLDER);
  });

  it("is not reached, and what was known of it stays, until it is mounted again", async () => {
    const watching = watch(openFolder());
    await until("it is read", () => watching.store().isReachable);
    const before = watching.store();
    expect(before).toMatchObject({ backups: 1, newestAt: Date.parse(finishedAt(OLDER)) });
    const mount = await unmount();
    await until("it is not reached", () => !watching.store().isReachable);
    expect(watching.store()).toEqual({ ...before, isReachable: false });
    await mount();
    await until("it is reached", () => watching.store().isReachable);
  });

  it("is not reached either when the service starts, if the database knows the store", async () => {
    await unmount();
    await expect(readStoreStatus(openFolder(), () => Promise.resolve(true))).rejects.toThrow(/not mounted/);
    expect(await readStoreStatus(openFolder())).toMatchObject({ isReachable: true, backups: 0 });
  });

  it("gets no result of a verification", async () => {
    await unmount();
    vi.stubEnv("BACKUP_TO", folder);
    vi.stubEnv("BACKUP_KEY", KEY.toString("base64"));
    await expect(verifyBackup({})).rejects.toThrow(/no complete backup/);
    await expect(verifyBackup({ backup: OLDER })).rejects.toThrow(/no complete backup/);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe("a store that does not respond", () => {
  it("is not reached after two intervals, is read once, and does not hold up the end of the service", async () => {
    await storeBackup(openFolder(), OLDER);
    const store = openFolder();
    let reads = 0;
    let respond = (): void => undefined;
    const response = new Promise<void>((done) => (respond = done));
    const list = async (prefix: string) => {
      reads += 1;
      if (reads > 1) await response;
      return store.list(prefix);
    };
    const watching = watch({ ...store, list });
    await until("it is read", () => watching.store().isReachable);
    await until("it is not reached", () => !watching.store().isReachable);
    expect(watching.store()).toMatchObject({ isReachable: false, backups: 1 });
    watching.stop();
    respond();
    await until("the read ends", () => watching.store().isReachable);
    expect(reads).toBe(2);
  });
});

describe("a store with damaged objects", () => {
  it("is reached, and has the backups up to the newest whose manifest can be read", async () => {
    const store = openFolder();
    await storeBackup(store, OLDER);
    await storeBackup(store, NEWER);
    const at = "2026-11-28T10:00:00.000Z";
    await writeVerification(store, { backup: NEWER, at, passed: false });
    await store.unencrypted.put(`backups/${NEWER}/manifest`, Buffer.from("x"));
    expect(await readStoreStatus(store)).toMatchObject({
      isReachable: true,
      backups: 1,
      newestAt: Date.parse(finishedAt(OLDER)),
      verification: { at: Date.parse(at), isPassed: false },
    });
    await store.unencrypted.put(`backups/${OLDER}/manifest`, Buffer.from("x"));
    expect(await readStoreStatus(store)).toMatchObject({ isReachable: true, backups: 0, newestAt: null });
  });

  it("is not reached with another key", async () => {
    await storeBackup(openFolder(), OLDER);
    const marker = { format: 1, store: crypto.randomUUID(), key: openFolder().keyFingerprint };
    await writeFile(join(folder, "store"), JSON.stringify(marker));
    await expect(readStoreStatus(openFolder(Buffer.alloc(32, 2)))).rejects.toThrow(
      /BACKUP_KEY is not the key/,
    );
  });
});

describe("a verification", () => {
  beforeEach(async () => {
    const store = openBucket();
    await storeBackup(store, OLDER);
    await storeBackup(store, NEWER);
    for (const [name, value] of Object.entries({
      BACKUP_TO: "s3://backups",
      BACKUP_KEY: KEY.toString("base64"),
      AWS_ENDPOINT_URL: s3.endpoint,
      AWS_REGION: S3_REGION,
      AWS_ACCESS_KEY_ID: S3_ACCESS_KEY,
      AWS_SECRET_ACCESS_KEY: S3_SECRET,
    }))
      vi.stubEnv(name, value);
  });

  it.each([
    ["a part", "tables/public.one/000001"],
    ["the manifest", "manifest"],
  ])("records that %s of the newest backup is damaged", async (_part, name) => {
    await openBucket().unencrypted.put(`backups/${NEWER}/${name}`, Buffer.from("x"));
    await expect(verifyBackup({})).rejects.toThrow(/cut off/);
    expect(await readVerification(openBucket())).toMatchObject({ backup: NEWER, passed: false });
  });

  it.each([
    ["a part", /GET .*\/tables\//],
    ["the manifest", /GET .*\/manifest/],
    ["the list", /GET \/backups$/],
  ])("records nothing when the store refuses %s", async (_part, pattern) => {
    await verifyBackup({});
    const before = await readVerification(openBucket());
    expect(before).toMatchObject({ backup: NEWER, passed: true });
    s3.refuse(pattern);
    await expect(verifyBackup({})).rejects.toThrow(StoreUnavailableError);
    s3.refuse(null);
    expect(await readVerification(openBucket())).toEqual(before);
  });

  it("records nothing for a backup that does not exist", async () => {
    await expect(verifyBackup({ backup: "20261101T120000Z-abcdef" })).rejects.toThrow(/no complete backup/);
    expect(await readVerification(openBucket())).toBeNull();
  });

  it("has its result also while the store refuses to show it", async () => {
    await verifyBackup({});
    const watching = watch(openBucket());
    await until("it is read", () => watching.store().isReachable);
    const before = watching.store();
    s3.refuse(/GET .*\/verification/);
    await until("it is not reached", () => !watching.store().isReachable);
    expect(watching.store()).toEqual({ ...before, isReachable: false });
  });
});
