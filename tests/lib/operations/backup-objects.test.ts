import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findFreePort } from "@/lib/kernel/free-port";
import { openFolderStore } from "@/lib/operations/backups/folder-store";
import { BackupError, decryptObject, encryptObject } from "@/lib/operations/backups/object-cipher";
import { readWhole, writeStream } from "@/lib/operations/backups/parts";
import { formatPosition, parsePosition, segmentFileName } from "@/lib/operations/backups/positions";
import { openS3Store } from "@/lib/operations/backups/s3-store";
import { createBackupStore, type ObjectStore } from "@/lib/operations/backups/store";
import { selectContinuous } from "@/lib/operations/backups/wal-chunks";
import {
  S3_ACCESS_KEY,
  S3_REGION,
  S3_SECRET,
  startS3Server,
  type S3Server,
} from "../../support/operations/s3-server";

const KEY = Buffer.alloc(32, 5);

describe("an object of a backup", () => {
  const name = "backups/one/files/000001";
  const sealed = encryptObject(KEY, name, Buffer.from("the content"));

  it("is read with its key and its name", () => {
    expect(decryptObject(KEY, name, sealed).toString()).toBe("the content");
    expect(sealed.includes("the content")).toBe(false);
    expect(encryptObject(KEY, name, Buffer.from("the content")).equals(sealed)).toBe(false);
  });

  it("is refused with another key, under another name, cut off, or with any changed byte", () => {
    const refused = (key: Buffer, given: string, bytes: Buffer) =>
      expect(() => decryptObject(key, given, bytes)).toThrow(BackupError);
    refused(Buffer.alloc(32, 6), name, sealed);
    refused(KEY, "backups/one/files/000002", sealed);
    for (let length = 0; length < sealed.length; length += 1) refused(KEY, name, sealed.subarray(0, length));
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      refused(KEY, name, changed);
    }
  });
});

describe("positions in the log", () => {
  it("are read and written as PostgreSQL does", () => {
    expect(parsePosition("16/B374D848")).toBe(0x16b374d848n);
    expect(formatPosition(0x16b374d848n)).toBe("16/B374D848");
    expect(formatPosition(parsePosition("1/0"))).toBe("1/0");
    // As pg_walfile_name(position) returns them.
    expect(segmentFileName(1, parsePosition("16/B374D848"))).toBe("0000000100000016000000B3");
    expect(segmentFileName(10, parsePosition("0/1000000"))).toBe("0000000A0000000000000001");
  });

  it("continue a backup up to the first gap", () => {
    const chunk = (start: bigint, end: bigint) => ({ name: `${start}`, size: 1, start, end, run: 0 });
    const [before, first, again, second] = [chunk(0n, 5n), chunk(5n, 20n), chunk(5n, 12n), chunk(20n, 30n)];
    const beyond = chunk(31n, 40n);
    expect(selectContinuous([before, again, first, second, beyond], 10n)).toEqual({
      chunks: [again, first, second],
      end: 30n,
    });
    expect(selectContinuous([first, second], 4n)).toEqual({ chunks: [], end: 4n });
    expect(selectContinuous([first], 20n)).toEqual({ chunks: [], end: 20n });
  });
});

let folder: string;
let s3: S3Server;

beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "badges-backup-store-"));
  s3.objects.clear();
  return () => rm(folder, { recursive: true });
});

const openBucket = (changes: Partial<Parameters<typeof openS3Store>[0]> = {}): ObjectStore =>
  openS3Store({
    bucket: "backups",
    prefix: "harbor college/",
    endpoint: s3.endpoint,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY,
    secretAccessKey: S3_SECRET,
    ...changes,
  });

describe.each([
  ["folder", () => openFolderStore(folder)],
  ["bucket", openBucket],
])("a %s", (_kind, open) => {
  it("stores, lists, overwrites and removes objects", async () => {
    const store = open();
    expect(await store.get("backups/none")).toBeNull();
    expect(await store.list("backups/")).toEqual([]);
    const names = Array.from({ length: 7 }, (_one, index) => `backups/b/files/00000${index}`);
    for (const name of names) await store.put(name, Buffer.from(name));
    await store.put("wal/a/1", Buffer.alloc(0));
    const listed = await store.list("backups/");
    expect(listed).toEqual(names.map((name) => ({ name, size: name.length })));
    await store.put("wal/a/1", Buffer.from("later"));
    expect(String(await store.get("wal/a/1"))).toBe("later");
    await store.remove("wal/a/1");
    await store.remove("wal/a/1");
    expect(await store.list("wal/")).toEqual([]);
  });

  it("stores a stream in parts, and notices a missing one", async () => {
    const objects = open();
    const store = createBackupStore(objects, KEY);
    const content = randomBytes(20 * 1024 * 1024);
    async function* source() {
      for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536);
    }
    const stored = await writeStream(store, "backups/a/files", source());
    expect([stored.parts, stored.bytes]).toEqual([3, content.length]);
    expect((await readWhole(store, stored)).equals(content)).toBe(true);
    await objects.remove("backups/a/files/000002");
    await expect(readWhole(store, stored)).rejects.toThrow(/000002 is missing in/);
  });
});

describe("a folder", () => {
  it("has private files, and does not list one that was not written to its end", async () => {
    const store = openFolderStore(folder);
    await store.put("backups/a/manifest", Buffer.from("x"));
    const path = join(folder, "backups", "a");
    expect((await stat(join(path, "manifest"))).mode & 0o777).toBe(0o600);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    await writeFile(join(path, "manifest.0a1b.unfinished"), "half");
    expect(await store.list("")).toEqual([{ name: "backups/a/manifest", size: 1 }]);
    expect(await readFile(join(path, "manifest"), "utf8")).toBe("x");
    expect(await readdir(path)).toHaveLength(2);
  });
});

describe("a bucket", () => {
  it("repeats a request that the store refused for the moment", async () => {
    s3.fail(2);
    await openBucket().put("backups/a/manifest", Buffer.from("x"));
    expect([...s3.objects.keys()]).toEqual(["backups/harbor college/backups/a/manifest"]);
  });

  it("reads an object again when the connection broke in the middle of it", async () => {
    const content = randomBytes(100_000);
    await openBucket().put("backups/a/manifest", content);
    s3.cutOff(2);
    expect((await openBucket().get("backups/a/manifest"))?.equals(content)).toBe(true);
  });

  it("stores an object only once when it is to be created", async () => {
    const bucket = openBucket();
    expect(await bucket.create("store", Buffer.from("one"))).toBe(true);
    expect(await bucket.create("store", Buffer.from("two"))).toBe(false);
    expect(String(await bucket.get("store"))).toBe("one");
  });

  it("reports why the store refuses, without the secret", async () => {
    const withSecret = openBucket({ secretAccessKey: "wrong" }).list("");
    await expect(withSecret).rejects.toThrow(
      /s3:\/\/backups\/harbor college\/ refused GET with 403 \(SignatureDoesNotMatch/,
    );
    await expect(openBucket({ bucket: "other" }).get("a")).rejects.toThrow(/404 \(NoSuchBucket/);
    const unreachable = openBucket({ endpoint: `http://127.0.0.1:${await findFreePort()}` }).put(
      "a",
      Buffer.from("x"),
    );
    await expect(unreachable).rejects.toThrow(/The store cannot be reached: .*ECONNREFUSED/);
  });

  it("is used with temporary credentials", async () => {
    s3.requireSessionToken("a token");
    await expect(openBucket().get("a")).rejects.toThrow(/InvalidToken/);
    expect(await openBucket({ sessionToken: "a token" }).get("a")).toBeNull();
  });
});
