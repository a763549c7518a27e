import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { type Prisma, PrismaClient } from "@/prisma/generated/client";
import { env } from "./env";
import { log } from "./log";
import { statementName } from "./statement-names";

export type Transaction = Prisma.TransactionClient;

const open = new AsyncLocalStorage<Transaction>();

// Survives the reloading of modules in development, which would otherwise leave a pool behind each time.
type Database = { pool: pg.Pool; prisma: PrismaClient };
const shared = globalThis as typeof globalThis & { badgesDatabase?: Database };

// Indexes are in memory or on an SSD: by PostgreSQL's own default (4) it reads whole tables instead. And no request
// takes further processes of the server: starting them costs more than most statements.
// Whoever waits for a lock holds a connection meanwhile: not for longer than a client waits.
const PLANNING = "-c random_page_cost=1.1 -c max_parallel_workers_per_gather=0 -c lock_timeout=10s";

/** How long a request waits for a connection. */
const WAIT_MS = 15_000;

function connect(): Database {
  const pool = new pg.Pool({
    connectionString: env().DATABASE_URL,
    max: env().DATABASE_POOL,
    options: PLANNING,
    // As long as Prisma waits for a transaction to begin: then it is a 503.
    connectionTimeoutMillis: WAIT_MS,
    keepAlive: true,
  });
  pool.on("error", (error) => log.warn({ err: error }, "database connection lost"));
  const adapter = new PrismaPg(pool, { statementNameGenerator: statementName });
  return { pool, prisma: new PrismaClient({ adapter }) };
}

function database(): Database {
  shared.badgesDatabase ??= connect();
  return shared.badgesDatabase;
}

const client = (): PrismaClient => database().prisma;

/** The database: the open transaction of this request when there is one, otherwise the pool. */
export const db = (): Transaction => open.getStore() ?? client();

/** True below `transaction`. */
export const isInTransaction = (): boolean => open.getStore() !== undefined;

/**
 * Runs `work` in one transaction; every `db()` below it takes part. Inside an open transaction it joins that
 * one, so that a caller who needs more in the same commit (an idempotency key, say) just opens it earlier.
 */
export function transaction<Result>(work: () => Promise<Result>): Promise<Result> {
  if (open.getStore()) return work();
  return client().$transaction((tx) => open.run(tx, work), { timeout: 30_000, maxWait: WAIT_MS });
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

/** Closes the pool (scripts and tests; a server closes it at its end). */
export const disconnect = async (): Promise<void> => {
  const open = shared.badgesDatabase;
  delete shared.badgesDatabase;
  // Whoever closes it knows that its connections go, perhaps by the end of the server.
  open?.pool.removeAllListeners("error").on("error", () => undefined);
  await open?.prisma.$disconnect();
  await open?.pool.end();
};
