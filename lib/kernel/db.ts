import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { type Prisma, PrismaClient } from "@/prisma/generated/client";
import { applicationName } from "./application-name";
import { JOB_CONNECTIONS } from "./connection-limits";
import { waitForConnections } from "./connection-wait";
import { markErrorsOf } from "./database-origin";
import { env } from "./env";
import { log } from "./log";
import { processWide } from "./process-wide";
import { MAX_CONNECTION_SECONDS, statementName } from "./statement-names";
import { traceConnections } from "./statement-spans";
import { WatchedClient, type WatchedConfig } from "./watched-client";

export type Transaction = Prisma.TransactionClient;

const currentTransaction = new AsyncLocalStorage<Transaction>();

type Connections = { pool: pg.Pool; prisma: PrismaClient };
type ConnectionKind = "request" | "job" | "replica";

const openConnections = processWide("database", () => new Map<ConnectionKind, Connections>());

/** The longest a transaction may take. The server also ends a transaction that is idle for this long. */
const TRANSACTION_MS = 30_000;
const JOB_STATEMENT_MS = 600_000;

/** How long a statement may run before the server ends it, in milliseconds. */
const statementTimeoutMs = (kind: ConnectionKind): number =>
  kind === "job" ? Math.max(JOB_STATEMENT_MS, env().DATABASE_STATEMENT_MS) : env().DATABASE_STATEMENT_MS;

// The primary answers when the replica does not.
const REPLICA_WAIT_MS = 1_000;

/** How long to wait for a connection, in milliseconds. Jobs take turns, so they wait longer. */
function connectionWaitMs(kind: ConnectionKind): number {
  if (kind === "job") return JOB_STATEMENT_MS;
  return kind === "replica" ? Math.min(REPLICA_WAIT_MS, env().DATABASE_WAIT_MS) : env().DATABASE_WAIT_MS;
}

// Indexes are in memory or on an SSD: with PostgreSQL's default cost (4) it reads whole tables instead. Parallel
// workers are off for requests, because starting them costs more than most statements.
const PLANNER_SETTINGS = { random_page_cost: "1.1", max_parallel_workers_per_gather: "0" };

/** Settings that are sent to the server once, when a connection begins. */
const serverSettings = (kind: ConnectionKind): Record<string, string> => ({
  ...PLANNER_SETTINGS,
  // A request that waits for a lock occupies a connection: it should not wait longer than the client does.
  lock_timeout: "10s",
  statement_timeout: `${statementTimeoutMs(kind)}ms`,
  // If one of our machines dies, its locks are released after this time.
  idle_in_transaction_session_timeout: `${TRANSACTION_MS}ms`,
  tcp_keepalives_idle: "10",
  tcp_keepalives_interval: "5",
  tcp_keepalives_count: "3",
});

/** How much longer than the server's time-out we wait for a statement whose state is unknown. */
const STATEMENT_GRACE_MS = 5_000;

function createConnections(kind: ConnectionKind): Connections {
  const options: WatchedConfig & pg.PoolConfig = {
    Client: WatchedClient,
    connectionString: (kind === "replica" && env().READ_DATABASE_URL) || env().DATABASE_URL,
    application_name: applicationName(),
    max: kind === "job" ? JOB_CONNECTIONS : env().DATABASE_POOL,
    options: Object.entries(serverSettings(kind))
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(" "),
    // The same time as Prisma waits for a transaction to begin, after which the response is 503.
    connectionTimeoutMillis: connectionWaitMs(kind),
    maxLifetimeSeconds: MAX_CONNECTION_SECONDS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    silenceMs: env().DATABASE_SILENCE_MS,
    longestMs: statementTimeoutMs(kind) + STATEMENT_GRACE_MS,
  };
  const pool = new pg.Pool(options);
  pool.on("error", (error) => log.warn({ reason: error.message }, "database connection lost"));
  // The primary answers at once when the replica refuses. Jobs are repeated, so they need not wait longer than requests.
  if (kind !== "replica") waitForConnections(pool, env().DATABASE_WAIT_MS);
  markErrorsOf(pool, "connect");
  traceConnections(pool);
  const adapter = new PrismaPg(pool, { statementNameGenerator: statementName });
  return { pool, prisma: new PrismaClient({ adapter }) };
}

const currentKind = new AsyncLocalStorage<ConnectionKind>();

const connectionKind = (): ConnectionKind => currentKind.getStore() ?? "request";

function getConnections(kind = connectionKind()): Connections {
  const connections = openConnections.get(kind) ?? createConnections(kind);
  openConnections.set(kind, connections);
  return connections;
}

const getClient = (): PrismaClient => getConnections().prisma;

/**
 * Runs background work on separate connections, whose statements may take minutes. Transactions may not: readers of
 * events and of whole tables wait for them.
 */
export const runAsJob = <Result>(work: () => Promise<Result>): Promise<Result> =>
  currentKind.run("job", work);

/** Whether there is a replica to read from. */
export const hasReplica = (): boolean => env().READ_DATABASE_URL !== undefined;

/** True inside `readFromReplica` (replica.ts), if the replica answers. */
export const isOnReplica = (): boolean => connectionKind() === "replica";

/** Runs reads on connections to the primary (`request`) or to its replica. Use `readFromReplica` (replica.ts). */
export const withConnections = <Result>(
  kind: "request" | "replica",
  work: () => Promise<Result>,
): Promise<Result> => currentKind.run(kind, work);

/** The database: the open transaction of this request if there is one, otherwise the pool. */
export const db = (): Transaction => currentTransaction.getStore() ?? getClient();

/** True inside `transaction`. */
export const isInTransaction = (): boolean => currentTransaction.getStore() !== undefined;

/** Runs work that does not take part in the open transaction. Use `runOutsideTransaction` (waits.ts). */
export const leaveTransaction = <Result>(work: () => Result): Result => currentTransaction.exit(work);

/**
 * Runs `work` in one transaction that every `db()` inside it uses. Inside an open transaction it joins that one, so a
 * caller that needs more in the same commit (such as an idempotency key) opens it earlier. The limit is 30 s unless
 * `limitMs` says otherwise.
 */
export function transaction<Result>(
  work: () => Promise<Result>,
  limitMs: number = TRANSACTION_MS,
): Promise<Result> {
  if (currentTransaction.getStore()) return work();
  // A transaction may write, so it never runs on the replica.
  if (isOnReplica()) return withConnections("request", () => transaction(work, limitMs));
  return getClient().$transaction((tx) => currentTransaction.run(tx, work), {
    timeout: limitMs,
    maxWait: connectionWaitMs(connectionKind()),
  });
}

const RAW_TEXT_TYPES = { getTypeParser: () => (text: string) => text };

/**
 * Runs a statement outside any transaction, on a connection of the same pool and prepared like Prisma's statements.
 * Returns rows as arrays of columns, as the texts that PostgreSQL sends (times in UTC, such as `2026-04-01
 * 09:41:00.12`, if the statement selects them AT TIME ZONE 'UTC'). For queries that every request runs and for
 * thousands of rows: decoding them into objects costs several times as much as reading them.
 */
export async function queryTextRows({ text, values }: Prisma.Sql): Promise<(string | null)[][]> {
  const { rows } = await getConnections().pool.query<(string | null)[]>({
    name: statementName({ sql: text }),
    text,
    values,
    rowMode: "array",
    types: RAW_TEXT_TYPES,
  });
  return rows;
}

/**
 * Returns the single JSON value that a statement selects; null when there is no row. Outside a transaction it reads
 * as `queryTextRows` does; inside one it is part of the transaction. Timestamps in the JSON are texts.
 */
export async function queryJson<Value>(statement: Prisma.Sql): Promise<Value | null> {
  const open = currentTransaction.getStore();
  const [[text = null] = []] = open
    ? (await open.$queryRaw<{ text: string | null }[]>`SELECT (${statement})::text AS text`).map((row) => [
        row.text,
      ])
    : await queryTextRows(statement);
  return text === null ? null : (JSON.parse(text) as Value);
}

/** Closes the pools (in scripts, in tests, and when a server stops). */
export const disconnect = async (): Promise<void> => {
  const connections = [...openConnections.values()];
  openConnections.clear();
  for (const { pool, prisma } of connections) {
    // The caller expects connections to end, perhaps because the database server stops.
    pool.removeAllListeners("error").on("error", () => undefined);
    await prisma.$disconnect();
    await pool.end();
  }
};
