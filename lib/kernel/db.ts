import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import { type Prisma, PrismaClient } from "@/prisma/generated/client";
import { env } from "./env";
import { log } from "./log";
import { statementName } from "./statement-names";

export type Transaction = Prisma.TransactionClient;

const open = new AsyncLocalStorage<Transaction>();

// Survives the reloading of modules in development, which would otherwise leave a pool behind each time.
const shared = globalThis as typeof globalThis & { badgesPrisma?: PrismaClient };

// Indexes are in memory or on an SSD: by PostgreSQL's own default (4) it reads whole tables instead. And no request
// takes further processes of the server: starting them costs more than most statements.
const PLANNING = "-c random_page_cost=1.1 -c max_parallel_workers_per_gather=0";

function client(): PrismaClient {
  shared.badgesPrisma ??= new PrismaClient({
    adapter: new PrismaPg(
      { connectionString: env().DATABASE_URL, max: env().DATABASE_POOL, options: PLANNING },
      {
        statementNameGenerator: statementName,
        onPoolError: (error) => log.warn({ err: error }, "database connection lost"),
      },
    ),
  });
  return shared.badgesPrisma;
}

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
  return client().$transaction((tx) => open.run(tx, work), { timeout: 30_000, maxWait: 15_000 });
}

/** Closes the pool (scripts and tests; a server closes it at its end). */
export const disconnect = async (): Promise<void> => {
  await shared.badgesPrisma?.$disconnect();
  delete shared.badgesPrisma;
};
