import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { type Prisma, PrismaClient } from "@/prisma/generated/client";
import { env } from "./env";
import { log } from "./log";
import { CONNECTION_SECONDS, statementName } from "./statement-names";
import { WatchedClient, type WatchedConfig } from "./watched-client";

export type Transaction = Prisma.TransactionClient;

const open = new AsyncLocalStorage<Transaction>();

type Connections = { pool: pg.Pool; prisma: PrismaClient };
type Kind = "request" | "job";

// Survives the reloading of modules in development, which would otherwise leave a pool behind each time.
const shared = globalThis as typeof globalThis & { badgesDatabase?: Partial<Record<Kind, Connections>> };

/** A transaction ends after this time, and one that does nothing for as long is ended by the server. */
const TRANSACTION_MS = 30_000;
const JOB_STATEMENT_MS = 600_000;
const JOB_CONNECTIONS = 2;

/** The time a statement may take before the server ends it. */
const statementMs = (kind: Kind): number =>
  kind === "job" ? Math.max(JOB_STATEMENT_MS, env().DATABASE_STATEMENT_MS) : env().DATABASE_STATEMENT_MS;

/** How long somebody waits for a connection: jobs take turns. */
const waitMs = (kind: Kind): number => (kind === "job" ? JOB_STATEMENT_MS : env().DATABASE_WAIT_MS);

// Indexes are in memory or on an SSD: by PostgreSQL's own default (4) it reads whole tables instead. And no request
// takes further processes of the server: starting them costs more than most statements.
const PLANNING = { random_page_cost: "1.1", max_parallel_workers_per_gather: "0" };

/** What the server is told once, when a connection begins. */
const settings = (kind: Kind): Record<string, string> => ({
  ...PLANNING,
  // Whoever waits for a lock holds a connection meanwhile: not for longer than a client waits.
  lock_timeout: "10s",
  statement_timeout: `${statementMs(kind)}ms`,
  // A machine of ours that is gone holds its locks for no longer.
  idle_in_transaction_session_timeout: `${TRANSACTION_MS}ms`,
  tcp_keepalives_idle: "10",
  tcp_keepalives_interval: "5",
  tcp_keepalives_count: "3",
});

/** How much longer than the server a statement is waited for, when nothing says what became of it. */
const PATIENCE_MS = 5_000;

function connect(kind: Kind): Connections {
  const options: WatchedConfig & pg.PoolConfig = {
    Client: WatchedClient,
    connectionString: env().DATABASE_URL,
    max: kind === "job" ? JOB_CONNECTIONS : env().DATABASE_POOL,
    options: Object.entries(settings(kind))
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(" "),
    // As long as Prisma waits for a transaction to begin: then it is a 503.
    connectionTimeoutMillis: waitMs(kind),
    maxLifetimeSeconds: CONNECTION_SECONDS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    silenceMs: env().DATABASE_SILENCE_MS,
    longestMs: statementMs(kind) + PATIENCE_MS,
  };
  const pool = new pg.Pool(options);
  pool.on("error", (error) => log.warn({ err: error }, "database connection lost"));
  const adapter = new PrismaPg(pool, { statementNameGenerator: statementName });
  return { pool, prisma: new PrismaClient({ adapter }) };
}

const working = new AsyncLocalStorage<Kind>();

const kindOfWork = (): Kind => working.getStore() ?? "request";

function database(): Connections {
  const kind = kindOfWork();
  shared.badgesDatabase ??= {};
  return (shared.badgesDatabase[kind] ??= connect(kind));
}

const client = (): PrismaClient => database().prisma;

/**
 * Runs work that nobody waits for, on connections of its own whose statements may take minutes (transactions may not:
 * readers of events and of whole tables wait for them).
 */
export const asJob = <Result>(work: () => Promise<Result>): Promise<Result> => working.run("job", work);

/** The database: the open transaction of this request when there is one, otherwise the pool. */
export const db = (): Transaction => open.getStore() ?? client();

/** True below `transaction`. */
export const isInTransaction = (): boolean => open.getStore() !== undefined;

/**
 * Runs `work` in one transaction; every `db()` below it takes part. Inside an open transaction it joins that
 * one, so that a caller who needs more in the same commit (an idempotency key, say) just opens it earlier. It may take
 * 30 s unless `limitMs` says otherwise.
 */
export function transaction<Result>(
  work: () => Promise<Result>,
  limitMs: number = TRANSACTION_MS,
): Promise<Result> {
  if (open.getStore()) return work();
  return client().$transaction((tx) => open.run(tx, work), {
    timeout: limitMs,
    maxWait: waitMs(kindOfWork()),
  });
}

const AS_SENT = { getTypeParser: () => (text: string) => text };

/**
 * Rows outside any transaction, on a connection of the same pool, prepared as those of Prisma are: columns in their
 * order, as the texts that PostgreSQL sends (moments in UTC, as `2026-04-01 09:41:00.12`, when the statement asks for
 * them AT TIME ZONE 'UTC'). For what every request pays for, and for rows by the thousand: decoding them into objects
 * costs several times what reading them does.
 */
export async function readTexts({ text, values }: Prisma.Sql): Promise<(string | null)[][]> {
  const { rows } = await database().pool.query<(string | null)[]>({
    name: statementName({ sql: text }),
    text,
    values,
    rowMode: "array",
    types: AS_SENT,
  });
  return rows;
}

/** The one value of a statement that asks for JSON, read as `readTexts` reads; null when there is no row. */
export async function readJson<Value>(statement: Prisma.Sql): Promise<Value | null> {
  const [[text = null] = []] = await readTexts(statement);
  return text === null ? null : (JSON.parse(text) as Value);
}

/** Closes the pools (scripts and tests; a server closes them at its end). */
export const disconnect = async (): Promise<void> => {
  const open = Object.values(shared.badgesDatabase ?? {});
  delete shared.badgesDatabase;
  for (const { pool, prisma } of open) {
    // Whoever closes it knows that its connections go, perhaps by the end of the server.
    pool.removeAllListeners("error").on("error", () => undefined);
    await prisma.$disconnect();
    await pool.end();
  }
};
