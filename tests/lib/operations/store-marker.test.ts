import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openFolderStore } from "@/lib/operations/backups/folder-store";
import { type Manifest, writeManifest } from "@/lib/operations/backups/manifest";
import { openS3Store } from "@/lib/operations/backups/s3-store";
import { type BackupStore, createBackupStore, type ObjectStore } from "@/lib/operations/backups/store";
import {
  claimStore,
  rememberRestoredStore,
  requireOwnStore,
  requireReadableStore,
  StoreNotReadyError,
} from "@/lib/operations/backups/store-marker";
import { type ArchivedDatabase, openArchived } from "../../support/operations/archives";
import {
  S3_ACCESS_KEY,
  S3_REGION,
  S3_SECRET,
  startS3Server,
  type S3Server,
} from "../../support/operations/s3-server";

const EARLIER: Manifest = {
  format: 1,
  id: "20261126T120000Z-abcdef",
  started_at: "2026-11-26T12:00:00.000Z",
  contains_until: "2026-11-26T12:00:00.000Z",
  finished_at: "2026-11-26T12:00:01.000Z",
  postgres_version: "18.0",
  content: { kind: "tables", migrations: [], tables: [], partitions: [], sequences: [] },
};
const KEY = Buffer.alloc(32, 1);
const OTHER_KEY = Buffer.alloc(32, 2);

let root: string;
let folder: string;
let s3: S3Server;
let opened: ArchivedDatabase;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "badges-markers-"));
  s3 = await startS3Server();
  opened = await openArchived(
    join(root, "data"),
    createBackupStore(openFolderStore(join(root, "unused")), KEY),
  );
  const migration = "prisma/migrations/20261214120000_backup_stores/migration.sql";
  await opened.client.query(await readFile(migration, "utf8"));
});
afterAll(async () => {
  await opened?.stop();
  await s3?.stop();
  await rm(root, { recursive: true, force: true });
});
beforeEach(async () => {
  folder = await mkdtemp(join(root, "store-"));
  s3.objects.clear();
  await opened.client.query("TRUNCATE backup_stores");
});

const openBucket = (): ObjectStore =>
  openS3Store({
    bucket: "backups",
    prefix: "",
    endpoint: s3.endpoint,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY,
    secretAccessKey: S3_SECRET,
  });
const openFolder = (): ObjectStore => openFolderStore(folder);

const withKey = (objects: ObjectStore, key: Buffer = KEY): BackupStore => createBackupStore(objects, key);

describe.each([
  ["folder", openFolder],
  ["bucket", openBucket],
])("a %s", (_kind, open) => {
  it("has a marker after the first backup, and belongs to the database that knows it", async () => {
    const store = withKey(open());
    const missing = requireOwnStore(opened.client, store);
    await expect(missing).rejects.toThrow(StoreNotReadyError);
    await expect(missing).rejects.toThrow(/The archive of an embedded database begins with it/);
    await claimStore(opened.client, store);
    await claimStore(opened.client, store);
    await requireOwnStore(opened.client, store);
    expect((await open().list("")).map(({ name }) => name)).toEqual(["store"]);
  });

  it("is refused with another key, before anything is written", async () => {
    await claimStore(opened.client, withKey(open()));
    const other = withKey(open(), OTHER_KEY);
    const reason = /BACKUP_KEY is not the key/;
    await expect(requireReadableStore(other, () => undefined)).rejects.toThrow(reason);
    await expect(claimStore(opened.client, other)).rejects.toThrow(reason);
    await expect(requireOwnStore(opened.client, other)).rejects.toThrow(reason);
    expect(await open().list("")).toHaveLength(1);
  });

  it("is refused to a database that does not know it, until that was restored from it", async () => {
    const store = withKey(open());
    await claimStore(opened.client, store);
    await opened.client.query("TRUNCATE backup_stores");
    const reason = /backups of another installation/;
    await expect(claimStore(opened.client, store)).rejects.toThrow(reason);
    await expect(requireOwnStore(opened.client, store)).rejects.toThrow(reason);
    await rememberRestoredStore(opened.client, store);
    await claimStore(opened.client, store);
  });
});

describe("a store that earlier versions wrote to", () => {
  it("gets a marker, but not with another key", async () => {
    const store = withKey(openFolder());
    await writeManifest(store, EARLIER);
    const other = withKey(openFolder(), OTHER_KEY);
    await expect(claimStore(opened.client, other)).rejects.toThrow(/BACKUP_KEY is not the key/);
    expect(await readdir(folder)).toEqual(["backups"]);
    // The archive goes on after an upgrade, before the next backup.
    await requireOwnStore(opened.client, store);
    expect(await readdir(folder)).toEqual(["backups", "store"]);
    await claimStore(opened.client, store);
  });
});

describe("a folder that is not mounted", () => {
  it("is refused, and used again when it is there", async () => {
    const store = withKey(openFolder());
    await claimStore(opened.client, store);
    await rename(folder, `${folder}.unmounted`);
    const reason = /is empty or not mounted/;
    await expect(claimStore(opened.client, store)).rejects.toThrow(reason);
    await expect(requireOwnStore(opened.client, store)).rejects.toThrow(reason);
    expect(await readdir(root)).not.toContain(folder.slice(root.length + 1));
    await rename(`${folder}.unmounted`, folder);
    await claimStore(opened.client, store);
  });

  it("is known at its new place after it was moved", async () => {
    await claimStore(opened.client, withKey(openFolder()));
    const moved = `${folder}.moved`;
    await rename(folder, moved);
    const store = withKey(openFolderStore(moved));
    await claimStore(opened.client, store);
    await requireOwnStore(opened.client, store);
  });
});

describe("two first backups of one installation at the same time", () => {
  it("keep the confirmed store known at its address, also beside a later reservation", async () => {
    const objects = openFolder();
    await claimStore(opened.client, withKey(objects));
    await opened.client.query("INSERT INTO backup_stores (id, address) VALUES (gen_random_uuid(), $1)", [
      objects.address,
    ]);
    await rename(folder, `${folder}.unmounted`);
    await expect(requireOwnStore(opened.client, withKey(objects))).rejects.toThrow(/not mounted/);
  });

  it("leave one row when each had reserved an id of its own", async () => {
    const objects = openFolder();
    const late: ObjectStore = {
      ...objects,
      create: async (name, content) => {
        const { rows } = await opened.client.query<{ id: string }>("DELETE FROM backup_stores RETURNING id");
        await claimStore(opened.client, withKey(objects));
        await opened.client.query("INSERT INTO backup_stores (id, address) VALUES ($1, $2)", [
          rows[0]?.id,
          objects.address,
        ]);
        return objects.create(name, content);
      },
    };
    await claimStore(opened.client, withKey(late));
    const { rows } = await opened.client.query(
      "SELECT confirmed_at IS NOT NULL AS confirmed FROM backup_stores",
    );
    expect(rows).toEqual([{ confirmed: true }]);
    await requireOwnStore(opened.client, withKey(objects));
  });
});

describe("a process that is killed while it creates a store", () => {
  it("knows the store as its own, whether or not it had written the marker", async () => {
    for (const isWritten of [false, true]) {
      const objects = openFolder();
      const killed: ObjectStore = {
        ...objects,
        create: async (name, content) => {
          if (isWritten) await objects.create(name, content);
          throw new Error("killed");
        },
      };
      await expect(claimStore(opened.client, withKey(killed))).rejects.toThrow("killed");
      await claimStore(opened.client, withKey(objects));
      await rm(join(folder, "store"));
      await opened.client.query("TRUNCATE backup_stores");
    }
  });
});

describe("a store whose marker is damaged", () => {
  it("is not written to, says what to do, is still read, and gets its marker again after that", async () => {
    const store = withKey(openFolder());
    await claimStore(opened.client, store);
    await writeManifest(store, EARLIER);
    const marker = await readFile(join(folder, "store"), "utf8");
    await writeFile(join(folder, "store"), marker.slice(0, 30));
    const reason = /"store" in .* is damaged.* remove it and run "admin backup create"/;
    await expect(claimStore(opened.client, store)).rejects.toThrow(reason);
    await expect(requireOwnStore(opened.client, store)).rejects.toThrow(reason);
    const warnings: string[] = [];
    await requireReadableStore(store, (message) => warnings.push(message));
    expect(warnings).toEqual([expect.stringMatching(reason)]);
    await rememberRestoredStore(opened.client, store);
    await rm(join(folder, "store"));
    await claimStore(opened.client, store);
    expect(await readFile(join(folder, "store"), "utf8")).toBe(marker);
  });
});
