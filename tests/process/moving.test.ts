import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withClient } from "@/lib/platform/postgres/database";
import { type ScratchPostgres, startScratchPostgres } from "@/lib/platform/postgres/scratch";
import { insertManyBadges } from "../support/moving/many-badges";
import { insertManyStudents } from "../support/moving/many-students";
import { isLong } from "../support/platform/long";
import { signal } from "../support/platform/processes";
import { createDataDir, removeDataDir, runAdmin, startAdmin } from "../support/platform/product";
import { until } from "../support/until";

// An organization moves between the databases of two installations by the operator's commands.

const KILLS = isLong ? 10 : 1;
const BADGES = isLong ? 100_000 : 5_000;
const STUDENTS = isLong ? 30_000 : 2_000;

let server: ScratchPostgres;
let dataDir: string;
let organizationId: string;
let courseOrganizationId: string;

const databaseUrl = (name: string): string => {
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
};
const environment = (database: string) => ({
  env: {
    DATABASE_URL: databaseUrl(database),
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    SESSION_SECRET: "a session secret that only tests know",
  },
});
const file = (name: string): string => join(dataDir, name);

/** Runs a command on the database and returns its result. */
async function admin<Result>(database: string, ...args: string[]): Promise<Result> {
  const { code, stdout, stderr } = await runAdmin(dataDir, [...args, "--json"], environment(database));
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as Result;
}

/** Creates an organization at the old installation, with what `insert` inserts. */
async function createExported(
  name: string,
  insert: (client: pg.Client, id: string) => Promise<void>,
): Promise<string> {
  const email = `admin@${name}.example`;
  const created = await admin<{ organization_id: string }>(
    "old_installation",
    "organization",
    "create",
    "--name",
    name,
    "--admin-email",
    email,
  );
  await withClient(databaseUrl("old_installation"), async (client) => {
    await insert(client, created.organization_id);
    // As the server does within a minute after so many rows. An export that began before it took over eight minutes.
    await client.query("ANALYZE");
  });
  return created.organization_id;
}

const exportFrom = (organization: string, name: string) =>
  admin("old_installation", "export", "--organization", organization, "--file", file(name));

beforeAll(async () => {
  server = await startScratchPostgres();
  dataDir = await createDataDir();
  await withClient(server.url, async (client) => {
    await client.query("CREATE DATABASE old_installation");
    await client.query("CREATE DATABASE new_installation");
  });
  organizationId = await createExported("many", (client, id) => insertManyBadges(client, id, BADGES));
  await exportFrom(organizationId, "old.ndjson");
  courseOrganizationId = await createExported("course", (client, id) =>
    insertManyStudents(client, id, STUDENTS),
  );
  await exportFrom(courseOrganizationId, "course.ndjson");
});
afterAll(async () => {
  if (dataDir) await removeDataDir(dataDir);
  await server?.stop();
});

/** The lines of an export but the first and the last, which have the time, without numbers that an installation gives. */
const readLines = async (name: string): Promise<string[]> =>
  (await readFile(file(name), "utf8"))
    .trimEnd()
    .split("\n")
    .slice(1, -1)
    .map((line) => line.replace(/^(\{"kind":"oauth_application","id":)\d+/, "$1null"));

type Report = { created: number; changed: number; unchanged: number; refused: number };

/**
 * Kills a move after some batches with these records, again and again, and lets the last one end. Then nothing is missing, and
 * nothing is there twice.
 */
async function moveWithKills(organization: string, old: string, counted: RegExp): Promise<void> {
  const moveIn = ["move-in", "--file", file(old)];
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const command = startAdmin(dataDir, moveIn, environment("new_installation"));
    // Not after the same number of batches each time.
    const lines = () => command.stderr().match(counted)?.length ?? 0;
    await until("a batch is written", () => lines() > kill % 3 || command.hasEnded(), 120_000);
    signal(-command.pid, "SIGKILL");
    expect((await command.ended).signal, command.stderr()).toBe("SIGKILL");
  }
  const report = await admin<Report>("new_installation", ...moveIn);
  const records = await readLines(old);
  expect(report).toMatchObject({ created: records.length, changed: 0, unchanged: 0, refused: 0 });
  await admin("new_installation", "export", "--organization", organization, "--file", file("new.ndjson"));
  expect(await readLines("new.ndjson")).toEqual(records);
}

it(`a move that is killed ${KILLS} times loses nothing and doubles nothing`, () =>
  moveWithKills(organizationId, "old.ndjson", /\n/g));

it(`a move of a course that is killed ${KILLS} times loses nothing and doubles nothing`, () =>
  moveWithKills(courseOrganizationId, "course.ndjson", /"msg":"learning_/g));

it("an export that was cut off or changed is refused before anything is written", async () => {
  const text = await readFile(file("old.ndjson"), "utf8");
  await writeFile(file("cut.ndjson"), text.slice(0, text.length / 2));
  await writeFile(file("changed.ndjson"), text.replace('"Earner"', '"Earnest"'));
  for (const name of ["cut.ndjson", "changed.ndjson"]) {
    const refused = await runAdmin(
      dataDir,
      ["move-in", "--file", file(name)],
      environment("new_installation"),
    );
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/is not JSON|incomplete|changed or damaged/);
  }
});

it("options that do not belong together are refused", async () => {
  const cases = [
    ["export"],
    ["export", "--organization", organizationId],
    ["export", "--organization", organizationId, "--file", "a", "--static", "b"],
    ["move-in"],
  ];
  for (const args of cases)
    expect((await runAdmin(dataDir, args, environment("new_installation"))).code).toBe(2);
});
