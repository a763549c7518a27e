import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withClient } from "@/lib/platform/postgres/database";
import {
  openEmbeddedPostgres,
  findRunningEmbeddedPostgresUrl,
  startEmbeddedPostgres,
} from "@/lib/platform/postgres/embedded";
import { acquireInstanceLock, InstanceLockedError } from "@/lib/platform/postgres/instance-lock";

const project = resolve(import.meta.dirname, "../../..");
const quiet = () => undefined;

// A separate process that starts the embedded database, prints its address, and waits to be killed.
const OWNER = `
  import { startEmbeddedPostgres } from "@/lib/platform/postgres/embedded";
  const database = await startEmbeddedPostgres({ dataDir: process.argv[2], log: () => undefined });
  console.log(database.url);
  setInterval(() => undefined, 1000);
`;

/** Returns the first line that a child prints. Throws if it ends without one. */
async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error("The child's output is not piped.");
  for await (const line of createInterface(child.stdout)) return line;
  throw new Error("The child ended without a line.");
}

async function startOwner(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const script = join(dataDir, "owner.mts");
  await mkdir(dataDir, { recursive: true });
  await writeFile(script, OWNER);
  const args = ["--import", "tsx", script, dataDir];
  const env = { ...process.env, TSX_TSCONFIG_PATH: join(project, "tsconfig.json") };
  const child = spawn(process.execPath, args, { cwd: project, env, stdio: ["ignore", "pipe", "inherit"] });
  return { child, url: await firstLine(child) };
}

async function killHard(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

const count = (url: string, table: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`);
    return rows[0]?.n;
  });

let scratch = "";
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), "embedded-postgres-test-"));
  await chmod(scratch, 0o755);
});
afterEach(() => rm(scratch, { recursive: true, force: true }));

describe("the embedded database", { timeout: 60_000 }, () => {
  it("keeps its data between starts", async () => {
    const options = { dataDir: scratch, log: quiet };
    const first = await startEmbeddedPostgres(options);
    await withClient(first.url, (client) => client.query("CREATE TABLE kept AS SELECT 'Ä' AS letter"));
    expect(await findRunningEmbeddedPostgresUrl(scratch)).toBe(first.url);
    await first.stop();
    expect(await findRunningEmbeddedPostgresUrl(scratch)).toBeNull();

    const second = await startEmbeddedPostgres(options);
    const rows = await withClient(second.url, (client) => client.query("SELECT lower(letter) FROM kept"));
    await second.stop();
    await second.stop();
    expect(rows.rows).toEqual([{ lower: "ä" }]);
  });

  it("has room for the locks of six batches of a thousand badges, with three locks for each badge", async () => {
    const database = await startEmbeddedPostgres({ dataDir: scratch, log: quiet });
    const locks =
      "SELECT count(pg_advisory_xact_lock(number))::int AS held FROM generate_series(1, 18000) AS number";
    const { rows } = await withClient(database.url, (client) => client.query<{ held: number }>(locks));
    await database.stop();
    expect(rows).toEqual([{ held: 18_000 }]);
  });

  it("gives the application no superuser rights, and shows its passwords to no one else", async () => {
    const database = await startEmbeddedPostgres({ dataDir: scratch, log: quiet });
    const program = withClient(database.url, (client) => client.query("COPY (SELECT 1) TO PROGRAM 'cat'"));
    await expect(program).rejects.toThrow(/permission denied/);
    const wrong = new URL(database.url);
    wrong.password = "wrong";
    await expect(withClient(wrong.href, () => Promise.resolve())).rejects.toThrow(
      /password authentication failed/,
    );
    await database.stop();
    expect((await stat(join(scratch, "postgres-credentials.json"))).mode & 0o777).toBe(0o600);
    expect((await stat(join(scratch, "postgres"))).mode & 0o777).toBe(0o700);
  });
});

describe("the embedded database after a crash", { timeout: 60_000 }, () => {
  it("is taken over after its owner was killed, with all committed data", async () => {
    const { child, url } = await startOwner(scratch);
    await withClient(url, (client) =>
      client.query("CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n"),
    );
    await killHard(child);
    expect(await findRunningEmbeddedPostgresUrl(scratch)).toBe(url);

    const messages: string[] = [];
    const database = await startEmbeddedPostgres({ dataDir: scratch, log: (line) => messages.push(line) });
    expect(messages.join()).toMatch(/an earlier run left behind/);
    expect(await count(database.url, "kept")).toBe(1000);
    await database.stop();
  });

  it("recovers when both owner and server were killed", async () => {
    const { child, url } = await startOwner(scratch);
    await withClient(url, (client) =>
      client.query("CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n"),
    );
    await killHard(child);
    const [pid] = (await readFile(join(scratch, "postgres", "postmaster.pid"), "utf8")).split("\n");
    process.kill(Number(pid), "SIGKILL");
    const database = await startEmbeddedPostgres({ dataDir: scratch, log: quiet });
    expect(await count(database.url, "kept")).toBe(1000);
    await database.stop();
  });

  it("starts even if another program now has the pid in postmaster.pid", async () => {
    const options = { dataDir: scratch, log: quiet };
    const first = await startEmbeddedPostgres(options);
    const file = join(scratch, "postgres", "postmaster.pid");
    const text = await readFile(file, "utf8");
    await first.stop();
    const other = spawn("sleep", ["60"]);
    await writeFile(file, text.replace(/^\d+/, String(other.pid)));
    const second = await startEmbeddedPostgres(options);
    await second.stop();
    other.kill();
  });

  it("refuses a second live owner, but serves a command line", async () => {
    const { child, url } = await startOwner(scratch);
    const second = startEmbeddedPostgres({ dataDir: scratch, log: quiet });
    await expect(second).rejects.toThrow(InstanceLockedError);
    await expect(second).rejects.toThrow(`is already in use by process ${child.pid} (owner.mts)`);

    const lent = await openEmbeddedPostgres({ dataDir: scratch, log: quiet });
    expect(lent.url).toBe(url);
    await lent.stop();
    expect(await findRunningEmbeddedPostgresUrl(scratch)).toBe(url);
    await killHard(child);
    await (await startEmbeddedPostgres({ dataDir: scratch, log: quiet })).stop();
  });
});

describe("the instance lock", () => {
  const lockFile = () => join(scratch, "supervisor.json");

  it("ignores a pid that now belongs to another process", async () => {
    const stale = {
      pid: process.ppid,
      startedAt: "an earlier boot:1",
      token: "t",
      command: "x",
      temporary: false,
    };
    await writeFile(lockFile(), JSON.stringify(stale));
    const lock = await acquireInstanceLock(scratch);
    expect(JSON.parse(await readFile(lockFile(), "utf8"))).toMatchObject({ pid: process.pid });
    await lock.release();
    await expect(stat(lockFile())).rejects.toThrow(/ENOENT/);
  });

  it("can be taken again within the process, and survives a damaged file", async () => {
    await writeFile(lockFile(), "");
    const [one, two] = await Promise.all([acquireInstanceLock(scratch), acquireInstanceLock(scratch)]);
    await one.release();
    await one.release();
    expect((await stat(lockFile())).size).toBeGreaterThan(0);
    await two.release();
    await expect(stat(lockFile())).rejects.toThrow(/ENOENT/);
  });

  it(
    "has one winner among many processes that find it stale at the same time",
    { timeout: 60_000 },
    async () => {
      await writeFile(
        lockFile(),
        JSON.stringify({ pid: 1, startedAt: "x", token: "t", command: "x", temporary: false }),
      );
      const contender = join(scratch, "contender.mts");
      await writeFile(
        contender,
        `import { acquireInstanceLock } from "@/lib/platform/postgres/instance-lock";
       console.log("ready");
       await new Promise((go) => process.stdin.once("data", go));
       await acquireInstanceLock(process.argv[2]).then(() => console.log("won"), (error) => console.log(error.name));
       setInterval(() => undefined, 1000);`,
      );
      const env = { ...process.env, TSX_TSCONFIG_PATH: join(project, "tsconfig.json") };
      const children = Array.from({ length: 6 }, () =>
        spawn(process.execPath, ["--import", "tsx", contender, scratch], {
          cwd: project,
          env,
          stdio: "pipe",
        }),
      );
      const lines = children.map((child) => createInterface(child.stdout)[Symbol.asyncIterator]());
      const nextLines = async (): Promise<string[]> =>
        (await Promise.all(lines.map((line) => line.next()))).map(({ value }) => String(value)).toSorted();
      // All processes have loaded their modules before the first one starts.
      expect(await nextLines()).toEqual(Array(6).fill("ready"));
      for (const child of children) child.stdin.write("go\n");
      expect(await nextLines()).toEqual([...Array(5).fill("InstanceLockedError"), "won"]);
      await Promise.all(children.map(killHard));
    },
  );
});
