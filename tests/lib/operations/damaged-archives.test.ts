import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { restoreFiles } from "@/lib/operations/backups/file-restore";
import { openFolderStore } from "@/lib/operations/backups/folder-store";
import type { FilesContent, Manifest } from "@/lib/operations/backups/manifest";
import { type BackupStore, createBackupStore } from "@/lib/operations/backups/store";
import { verifyBackup } from "@/lib/operations/backups/verify";
import type { Continuation } from "@/lib/operations/backups/continuation";
import { readChunk, type WalChunk } from "@/lib/operations/backups/wal-chunks";
import { type ArchivedDatabase, openArchived } from "../../support/operations/archives";

// An archive of which an object was changed, and one whose log is damaged although its objects are as they were stored.

let root: string;
let store: BackupStore;
let opened: ArchivedDatabase;
let manifest: Manifest;
let log: Continuation;
const messages: string[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "badges-damage-"));
  store = createBackupStore(openFolderStore(join(root, "store")), Buffer.alloc(32, 1));
  opened = await openArchived(join(root, "data"), store);
  await opened.archive();
  manifest = await opened.createBackup();
  for (let round = 0; round < 3; round += 1) await opened.archive();
  ({ log } = await verifyBackup(store, manifest));
});
afterAll(async () => {
  await opened?.stop();
  await rm(root, { recursive: true, force: true });
});
beforeEach(() => void messages.splice(0));

const chunkAt = (index: number): WalChunk => {
  const chunk = log.chunks.at(index);
  if (!chunk) throw new Error("no such chunk");
  return chunk;
};

/** Stores something else instead of a chunk while `work` runs. */
async function withChunk(chunk: WalChunk, content: Buffer, work: () => Promise<void>): Promise<void> {
  const before = await store.read(chunk.name);
  await store.put(chunk.name, content);
  try {
    await work();
  } finally {
    await store.put(chunk.name, before);
  }
}

const contentOf = ({ content }: Manifest): FilesContent => {
  if (content.kind !== "files") throw new Error("not a backup of files");
  return content;
};

async function restore(directory: string, isPartAccepted = false) {
  return restoreFiles({
    store,
    content: contentOf(manifest),
    chunks: log.chunks,
    moment: null,
    dataDir: join(root, directory),
    isReplacing: false,
    isPartAccepted,
    log: (message) => messages.push(message),
  });
}

describe("an archive with a damaged object", () => {
  it("is refused, but can be restored to what is before the object", async () => {
    expect(log.chunks.length).toBeGreaterThanOrEqual(3);
    const damaged = chunkAt(-2);
    const before = await readChunk(store, chunkAt(-3));
    await withChunk(damaged, Buffer.from("x"), async () => {
      await expect(verifyBackup(store, manifest)).rejects.toThrow(
        /lacks the part from .*does not have the length.*--until-gap.*Run "admin backup create"/,
      );
      const { log: rest } = await verifyBackup(store, manifest, { isGapAccepted: true });
      expect(rest.chunks).toEqual(log.chunks.slice(0, -2));
      expect(rest.gap).toMatchObject({ from: damaged.start, to: damaged.end });
      expect(rest.until).toBe(before.until);
      expect(before.until).not.toBeNull();
    });
  });

  it("does not need an object whose part of the log another one has", async () => {
    const first = chunkAt(0);
    const half = first.start + (first.end - first.start) / 2n;
    const name = first.name.replace(/[0-9a-f]{16}-(\d{6})$/, `${half.toString(16).padStart(16, "0")}-$1`);
    await store.put(name, Buffer.from("x"));
    const { log: whole } = await verifyBackup(store, manifest);
    expect(whole.chunks.map((chunk) => chunk.name)).toEqual(log.chunks.map((chunk) => chunk.name));
    await store.remove(name);
  });
});

describe("a log that cannot be replayed to its end", () => {
  /** The chunk with other bytes in the middle of a record. */
  async function damage(chunk: WalChunk): Promise<Buffer> {
    const { content, until } = await readChunk(store, chunk);
    const changed = Buffer.from(content);
    changed.fill(0x55, 50_000, 50_100);
    return gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify({ until })}\n`), changed]));
  }

  it("is restored whole when nothing is damaged", async () => {
    expect(await restore("whole")).toEqual({ kept: [], until: null });
  });

  it("is refused, and nothing is put in place", async () => {
    await withChunk(chunkAt(-2), await damage(chunkAt(-2)), async () => {
      await expect(restore("refused")).rejects.toThrow(/could be replayed to \S+ only, although it reaches/);
      expect(await readdir(join(root, "refused"))).not.toContain("postgres");
    });
  });

  it("is restored as far as it goes when that is accepted, which is reported", async () => {
    await withChunk(chunkAt(-2), await damage(chunkAt(-2)), async () => {
      const { until } = await restore("part", true);
      expect(until).not.toBeNull();
      expect(messages.join("\n")).toContain("a record is damaged");
      expect(await readdir(join(root, "part"))).toContain("postgres");
    });
  });
});
