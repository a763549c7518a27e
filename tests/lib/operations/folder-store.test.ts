import type * as FileSystem from "node:fs/promises";
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openFolderStore } from "@/lib/operations/backups/folder-store";
import type { ObjectStore } from "@/lib/operations/backups/store";

// Whether the file system has links. No file system without them can be mounted here.
const links = vi.hoisted(() => ({ areSupported: true }));

vi.mock("node:fs/promises", async (importOriginal) => {
  const original = await importOriginal<typeof FileSystem>();
  const link: typeof original.link = (from, to) =>
    links.areSupported
      ? original.link(from, to)
      : Promise.reject(Object.assign(new Error("operation not permitted"), { code: "EPERM" }));
  return { ...original, link };
});

let folder: string;
let store: ObjectStore;
const content = (text: string) => Buffer.from(text);
const hourAgo = () => new Date(Date.now() - 3_600_000);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "badges-folder-"));
  store = openFolderStore(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe.each([
  ["with links", true],
  ["without links", false],
])("a file system %s", (_name, areSupported) => {
  beforeEach(() => {
    links.areSupported = areSupported;
  });

  it("creates an object once, whoever is first", async () => {
    const texts = Array.from({ length: 8 }, (_one, index) => `content ${index}`);
    const created = await Promise.all(texts.map((text) => store.create("store", content(text))));
    expect(created.filter(Boolean)).toHaveLength(1);
    expect((await readFile(join(folder, "store"))).toString()).toBe(texts[created.indexOf(true)]);
    expect(await store.create("store", content("later"))).toBe(false);
    expect(await readdir(folder)).toEqual(["store"]);
  });
});

describe("a file system without links", () => {
  beforeEach(() => {
    links.areSupported = false;
  });

  it("creates an object whose name a killed process had reserved, after a minute", async () => {
    const path = join(folder, "store");
    await writeFile(path, "");
    expect([await store.get("store"), await store.list("")]).toEqual([null, []]);
    expect(await store.create("store", content("too early"))).toBe(false);
    await utimes(path, hourAgo(), hourAgo());
    expect(await store.create("store", content("whole"))).toBe(true);
    expect((await store.get("store"))?.toString()).toBe("whole");
  });
});

it("removes what killed processes left, and nothing that is being written", async () => {
  await store.put("backups/one", content("one"));
  for (const name of ["one.0123456789ab.unfinished", "two.0123456789ab.unfinished"])
    await writeFile(join(folder, "backups", name), "part");
  await utimes(join(folder, "backups", "one.0123456789ab.unfinished"), hourAgo(), hourAgo());
  await store.removeDrafts?.(new Date(Date.now() - 60_000));
  expect((await readdir(join(folder, "backups"))).toSorted()).toEqual(["one", "two.0123456789ab.unfinished"]);
});
