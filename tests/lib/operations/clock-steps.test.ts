import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { restoreFiles } from "@/lib/operations/backups/file-restore";
import { openFolderStore } from "@/lib/operations/backups/folder-store";
import type { FilesContent } from "@/lib/operations/backups/manifest";
import { findWrittenBefore } from "@/lib/operations/backups/replay";
import { type BackupStore, createBackupStore } from "@/lib/operations/backups/store";
import { verifyBackup } from "@/lib/operations/backups/verify";
import { readChunk, type WalChunk } from "@/lib/operations/backups/wal-chunks";
import { type ArchivedDatabase, openArchived } from "../../support/operations/archives";

// The restore to a moment, when the clock of the database was set back. PostgreSQL stops at the first change that has a
// later time, although changes of earlier times follow.

let root: string;
let store: BackupStore;
let opened: ArchivedDatabase;
let content: FilesContent;
let chunks: WalChunk[];
/** Before the first change after the backup, and before each later one. */
const moments: string[] = [];
const messages: string[] = [];

async function readTime(): Promise<string> {
  const { rows } = await opened.client.query<{ at: Date }>("SELECT clock_timestamp() AS at");
  return (rows[0]?.at ?? new Date(0)).toISOString();
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "badges-clock-"));
  store = createBackupStore(openFolderStore(join(root, "store")), Buffer.alloc(32, 1));
  opened = await openArchived(join(root, "data"), store);
  await opened.client.query("CREATE TABLE changes (number integer)");
  await opened.archive();
  const manifest = await opened.createBackup();
  if (manifest.content.kind !== "files") throw new Error("not a backup of files");
  content = manifest.content;
  for (const round of [1, 2, 3]) {
    moments.push(await readTime());
    await opened.client.query("INSERT INTO changes VALUES ($1)", [round]);
    await opened.archive();
  }
  ({ chunks } = (await verifyBackup(store, manifest)).log);
});
afterAll(async () => {
  await opened?.stop();
  await rm(root, { recursive: true, force: true });
});

const restore = (directory: string, moment: string, isPartAccepted = false) =>
  restoreFiles({
    store,
    content,
    chunks,
    moment,
    dataDir: join(root, directory),
    isReplacing: false,
    isPartAccepted,
    log: (message) => messages.push(message),
  });

/** Restores the first moment, while the last object says that it was written then, as after a clock was set back. */
async function restoreFirst(directory: string, isPartAccepted = false) {
  const [moment = ""] = moments;
  const last = chunks.at(-1);
  if (!last) throw new Error("no chunk");
  const [before, { content: bytes }] = [await store.read(last.name), await readChunk(store, last)];
  const header = Buffer.from(`${JSON.stringify({ until: moment })}\n`);
  await store.put(last.name, gzipSync(Buffer.concat([header, bytes])));
  try {
    return await restore(directory, moment, isPartAccepted);
  } finally {
    await store.put(last.name, before);
  }
}

describe("a restore to a moment", () => {
  it("has what was written before the moment", async () => {
    expect(await restore("second", moments[1] ?? "")).toEqual({ kept: [], until: null });
  });

  it("is refused when the archive has changes from before the moment that would be lost", async () => {
    await expect(restoreFirst("refused")).rejects.toThrow(
      /although it reaches \S+ before the moment: the clock of the database was set back/,
    );
    expect(await readdir(join(root, "refused"))).not.toContain("postgres");
  });

  it("is done when that is accepted, and says what it has", async () => {
    const { until } = await restoreFirst("part", true);
    expect(until).not.toBeNull();
    expect(messages.join("\n")).toContain("the clock of the database was set back");
  });
});

describe("what was certainly written before a moment", () => {
  const at = (seconds: number): string => new Date(seconds * 1000).toISOString();
  const some = [10n, 20n, 30n, 40n].map((end) => ({ name: "", size: 0, run: 1, start: end - 10n, end }));
  const find = (times: (string | null)[], seconds: number) => findWrittenBefore(some, times, at(seconds));

  it("is the turn before the last one that began before it", () => {
    expect(find([at(1), at(2), at(3), at(4)], 3)).toBe(20n);
    expect(find([at(1), null, at(3), at(4)], 3)).toBe(10n);
    expect(find([null, null, null, at(4)], 5)).toBeNull();
    expect(find([at(1), at(2), at(3), at(4)], 1)).toBeNull();
  });

  it("includes later changes when the clock was set back", () => {
    expect(find([at(1), at(90), at(2), at(3)], 50)).toBe(30n);
  });
});
