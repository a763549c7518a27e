import { mkdtemp, open, readdir, readFile, rm, stat } from "node:fs/promises";
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
