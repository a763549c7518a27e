import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readState, removeDrafts, writeState } from "@/lib/operations/backups/archive-state";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "badges-state-"));
});
afterEach(() => rm(directory, { recursive: true }));

it("removes what a killed process left, and not the state", async () => {
  const state = { archive: "a", run: null, claiming: null, stored: 1n, storing: 2n };
  await writeState(directory, state);
  for (const name of ["badges-archive.json.0a1b", "pgsql_tmp.badges-archive.json.0a1b", "PG_VERSION"])
    await writeFile(join(directory, name), "");
  await removeDrafts(directory);
  expect((await readdir(directory)).toSorted()).toEqual(["PG_VERSION", "badges-archive.json"]);
  expect(await readState(directory, "a")).toEqual(state);
});
