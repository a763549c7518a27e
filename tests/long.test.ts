import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { digestSources, listOutdated, readLongRuns, recordPassed } from "./support/platform/long";

const ROOT = join(import.meta.dirname, "..");

describe("the record of long tests", () => {
  it("has every file that leaves something to the long run, and no other", async () => {
    const files = await readdir(join(ROOT, "tests"), { recursive: true });
    const tests = files.filter((file) => /\.(test|spec)\.ts$/.test(file)).map((file) => `tests/${file}`);
    const texts = await Promise.all(tests.map((file) => readFile(join(ROOT, file), "utf8")));
    const long = tests.filter((_file, index) => texts[index]?.includes("isLong"));
    expect(Object.keys(await readLongRuns(ROOT))).toEqual(
      long.filter((file) => file !== "tests/long.test.ts").toSorted(),
    );
  });

  it("names sources that exist", async () => {
    for (const [file, { sources }] of Object.entries(await readLongRuns(ROOT))) {
      expect(sources.length, file).toBeGreaterThan(0);
      await expect(digestSources(ROOT, file, sources), file).resolves.toMatch(/^[\da-f]{64}$/);
    }
  });
});

describe("a file with long tests", () => {
  const FILE = "tests/process/backups.test.ts";
  let root: string;

  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "badges-long-test-"));
    await write(FILE, "it('restores')");
    await write("sources/create.txt", "create");
    await write("sources/s3/store.txt", "store");
    await write("other.txt", "other");
    const runs = { [FILE]: { sources: ["sources"], digest: null } };
    await write("tests/long-runs.json", JSON.stringify(runs));
  });
  afterEach(() => rm(root, { recursive: true }));

  const pass = async (): Promise<void> =>
    recordPassed(root, new Map([[FILE, await digestSources(root, FILE, ["sources"])]]));

  it("is due until it has passed", async () => {
    expect(await listOutdated(root)).toEqual([FILE]);
    await pass();
    expect(await listOutdated(root)).toEqual([]);
  });

  it("is due again after a change of what it covers, or of itself, and of nothing else", async () => {
    const changes: [path: string, text: string | null][] = [
      ["sources/create.txt", "create twice"],
      ["sources/s3/store.txt", null],
      ["sources/restore.txt", "restore"],
      [FILE, "it('restores twice')"],
    ];
    for (const [path, text] of changes) {
      await pass();
      await write("other.txt", path);
      expect(await listOutdated(root)).toEqual([]);
      await (text === null ? rm(join(root, path)) : write(path, text));
      expect(await listOutdated(root), path).toEqual([FILE]);
    }
    await pass();
    // The same contents under other names.
    await rm(join(root, "sources/create.txt"));
    await write("sources/make.txt", "create twice");
    expect(await listOutdated(root)).toEqual([FILE]);
  });

  it("is not due when files only move, with the paths of their imports", async () => {
    const use = (folder: string) =>
      `import { create } from "@/lib/${folder}/create";\n\ncreate("lib/${folder}/x.ts");\n`;
    await write("sources/use.ts", use("platform/backups"));
    await pass();
    await rm(join(root, "sources/use.ts"));
    await write("sources/moved/use.ts", use("operations/backups"));
    expect(await listOutdated(root)).toEqual([]);
    await write("sources/moved/use.ts", use("operations/backups").replace("create(", "await create("));
    expect(await listOutdated(root)).toEqual([FILE]);
  });
});
