import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import pg from "pg";
import { until } from "../until";

const project = resolve(import.meta.dirname, "../../..");

export type KillableMigrator = {
  /** Applies migrations in this process; each run that fails is printed. */
  run: (databaseUrl: string, options: { migrationsDir: string; lockMs?: number }) => void;
  /** Kills the process, so that nothing of it is done any more except what PostgreSQL has received. */
  kill: () => Promise<void>;
};

/** Starts a process that applies migrations when it is told to. `folder`: where its program is written. */
export async function startKillableMigrator(folder: string): Promise<KillableMigrator> {
  // Of its own: one that starts at the same time must not find it half written.
  const program = join(folder, `migrator-${randomUUID()}.mts`);
  await writeFile(
    program,
    `import { applyMigrations } from "${project}/lib/platform/postgres/migrate.ts";
     process.on("message", ({ databaseUrl, options }) => applyMigrations(databaseUrl, options));
     process.send("ready");`,
  );
  const child = fork(program, {
    cwd: project,
    execArgv: ["--import", "tsx"],
    env: { ...process.env, TSX_TSCONFIG_PATH: join(project, "tsconfig.json") },
  });
  const ended = once(child, "exit");
  const refuse = async () => {
    throw new Error(`The process ended before it was ready: ${String(await ended)}`);
  };
  await Promise.race([once(child, "message"), refuse()]);
  return {
    run: (databaseUrl, options) => void child.send({ databaseUrl, options }),
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Keeps a lock on a table in an open transaction until it is released. */
export async function holdTable(
  url: string,
  table: string,
  mode: "ROW EXCLUSIVE" | "SHARE UPDATE EXCLUSIVE" | "SHARE ROW EXCLUSIVE",
): Promise<{ release: () => Promise<void> }> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query("BEGIN");
  await client.query(`LOCK TABLE ${table} IN ${mode} MODE`);
  return { release: () => client.end() };
}

/** Runs a statement until it finds a row, and returns the first. */
export const untilFound = <Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  what: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row> => until(what, async () => (await client.query<Row>(sql, values)).rows[0]);
