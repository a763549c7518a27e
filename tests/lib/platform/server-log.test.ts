import { mkdir, mkdtemp, open, readdir, readFile, readlink, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { withClient } from "@/lib/platform/postgres/database";
import { openEmbeddedPostgres } from "@/lib/platform/postgres/embedded";
import { rotateServerLog } from "@/lib/platform/postgres/server-log";

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "badges-server-log-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

it("a log that is rotated while a process appends to it has at most four files of about five megabytes", async () => {
  const path = join(directory, "postgres.log");
  const writer = await open(path, "a");
  for (let round = 1; round <= 6; round += 1) {
    await writer.write(`begin ${round}\n${"x".repeat(6_000_000)}\nend ${round}\n`);
    await rotateServerLog(path);
    await writer.write(`after ${round}\n`);
  }
  await writer.close();
  expect((await readdir(directory)).toSorted()).toEqual(
    ["", ".1", ".2", ".3"].map((suffix) => `postgres.log${suffix}`),
  );
  expect(await readFile(path, "utf8")).toBe("after 6\n");
  for (const [suffix, round] of [
    [".1", 6],
    [".2", 5],
    [".3", 4],
  ] as const) {
    const text = await readFile(path + suffix, "utf8");
    expect(text.slice(-20)).toContain(`end ${round}\n`);
    expect(text.length).toBe(5_000_000);
  }
});

it("the embedded database goes on writing after its log was rotated", async () => {
  const database = await openEmbeddedPostgres({ dataDir: directory, log: () => undefined });
  const path = join(directory, "postgres.log");
  try {
    await withClient(database.superuserUrl, async (client) => {
      const complain = `DO $$ BEGIN FOR i IN 1..8 LOOP RAISE LOG '%', repeat('y', 900000); END LOOP; END $$`;
      await client.query(complain);
      await rotateServerLog(path);
      expect((await stat(`${path}.1`)).size).toBe(5_000_000);
      await client.query("DO $$ BEGIN RAISE LOG 'still here'; END $$");
    });
  } finally {
    await database.stop();
  }
  expect(await readFile(path, "utf8")).toMatch(/^[^y]*still here/);
});

/** Creates a log that is to be rotated, but cannot be: the names of its older parts are taken by folders. */
async function createStuckLog(path: string): Promise<void> {
  await writeFile(path, "x".repeat(6_000_000));
  await mkdir(`${path}.1`);
  await writeFile(`${path}.2`, "older");
  await mkdir(`${path}.3/full`, { recursive: true });
}

/** The open files of this process whose name begins so. */
async function listOpen(start: string): Promise<string[]> {
  const files = await readdir("/proc/self/fd");
  const targets = await Promise.all(files.map((file) => readlink(`/proc/self/fd/${file}`).catch(() => "")));
  return targets.filter((target) => target.startsWith(start));
}

it("a rotation that fails leaves no file open, and empties the log", async () => {
  const path = join(directory, "postgres.log");
  await createStuckLog(path);
  await expect(rotateServerLog(path)).rejects.toThrow(/EISDIR/);
  expect(await listOpen(path)).toEqual([]);
  expect((await stat(path)).size).toBe(0);
});

it("the embedded database starts although its log cannot be rotated, with a warning", async () => {
  const messages: string[] = [];
  await createStuckLog(join(directory, "postgres.log"));
  const log = (message: string, level?: string) => messages.push(`${level}: ${message}`);
  const database = await openEmbeddedPostgres({ dataDir: directory, log });
  try {
    await withClient(database.superuserUrl, (client) => client.query("SELECT 1"));
  } finally {
    await database.stop();
  }
  expect(messages.join("\n")).toMatch(/^warn: The log of the database, .* could not be rotated: .*EISDIR/m);
});
