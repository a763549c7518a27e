import { Prisma } from "@/prisma/generated/client";
import { db } from "./db";
import { processWide } from "./process-wide";
import { createWriteBehind } from "./write-behind";

/**
 * Collects the times at which credentials were last used, and last used successfully, and writes them to the database.
 */
export type UsageRecorder = {
  /** Records a use, which is written with others within five seconds, so that a request needs no write of its own. */
  record: (id: string, usedAt: Date, succeeded: boolean) => void;
  /** Writes the uses recorded so far. They are kept for the next time when the database does not respond. */
  flush: () => Promise<void>;
};

export type Use = { id: string; usedAt: Date; succeededAt: Date | null };

const FLUSH_MS = 5_000;
/** The credentials whose uses wait at most. Without the database none can be used, so it is never reached. */
const MAX_WAITING = 100_000;

/**
 * Writes all uses in one statement. It locks rows by id, so that two processes that write the same rows do not
 * deadlock.
 */
export async function writeUses(table: string, idType: string, uses: Use[]): Promise<void> {
  const [name, type] = [Prisma.raw(`"${table}"`), Prisma.raw(idType)];
  const items = JSON.stringify(uses);
  await db().$executeRaw`
    WITH use AS (
      SELECT * FROM jsonb_to_recordset(${items}::jsonb)
        AS item(id ${type}, "usedAt" timestamptz, "succeededAt" timestamptz)
    ), locked AS MATERIALIZED (
      SELECT id FROM ${name} WHERE id IN (SELECT id FROM use) ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE ${name} AS credential
    SET last_used_at = GREATEST(credential.last_used_at, use."usedAt"),
        last_successfully_used_at = GREATEST(credential.last_successfully_used_at, use."succeededAt")
    FROM locked JOIN use ON use.id = locked.id
    WHERE credential.id = locked.id`;
}

const combineUses = (earlier: Use, later: Use): Use => ({
  ...later,
  succeededAt: later.succeededAt ?? earlier.succeededAt,
});

/**
 * Creates the recorder for the credentials of one table, which has the columns `id`, `last_used_at` and
 * `last_successfully_used_at`. A use is lost only if the process is killed within five seconds.
 */
export function createUsageRecorder(table: string, idType: "uuid" | "integer"): UsageRecorder {
  // The copies of this module share it, because the server flushes one of them when it stops.
  const { add, flush } = processWide(`last uses of ${table}`, () =>
    createWriteBehind<Use>({
      name: `last uses of ${table}`,
      delayMs: FLUSH_MS,
      combining: { key: ({ id }) => id, combine: combineUses },
      maxWaiting: () => MAX_WAITING,
      store: (uses) => writeUses(table, idType, uses),
    }),
  );
  const record = (id: string, usedAt: Date, succeeded: boolean): void =>
    add({ id, usedAt, succeededAt: succeeded ? usedAt : null });
  return { record, flush };
}
