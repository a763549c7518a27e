import { Prisma } from "@/prisma/generated/client";
import { db } from "./db";
import { log } from "./log";
import { processWide } from "./process-wide";

/**
 * Collects the times at which credentials were last used, and last used successfully, and writes them to the database.
 */
export type UsageRecorder = {
  /** Records a use, which is written with others within five seconds, so that a request needs no write of its own. */
  record: (id: string, usedAt: Date, succeeded: boolean) => void;
  /** Writes the uses recorded so far. They are kept for the next time when the database does not respond. */
  flush: () => Promise<void>;
};

type Use = { usedAt: Date; succeededAt: Date | null };

const FLUSH_MS = 5_000;

/**
 * Writes all uses in one statement. It locks rows by id, so that two processes that write the same rows do not
 * deadlock.
 */
async function writeUses(table: string, idType: string, uses: [string, Use][]): Promise<void> {
  const [name, type] = [Prisma.raw(`"${table}"`), Prisma.raw(idType)];
  const items = JSON.stringify(uses.map(([id, use]) => ({ id, ...use })));
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

/**
 * Creates the recorder for the credentials of one table, which has the columns `id`, `last_used_at` and
 * `last_successfully_used_at`. A use is lost only if the process is killed within five seconds.
 */
export function createUsageRecorder(table: string, idType: "uuid" | "integer"): UsageRecorder {
  // Shared by the copies of this module, because the server flushes one of them when it stops.
  const pending = processWide(`uses-of-${table}`, () => new Map<string, Use>());
  let timer: NodeJS.Timeout | undefined;

  const flush = async (): Promise<void> => {
    const uses = [...pending];
    pending.clear();
    if (uses.length === 0) return;
    try {
      await writeUses(table, idType, uses);
    } catch (error) {
      for (const [id, use] of uses) {
        const newer = pending.get(id) ?? use;
        pending.set(id, { ...newer, succeededAt: newer.succeededAt ?? use.succeededAt });
      }
      log.warn({ err: error, table }, "last uses not written yet");
    }
  };

  const recordUse = (id: string, usedAt: Date, succeeded: boolean): void => {
    const succeededAt = succeeded ? usedAt : (pending.get(id)?.succeededAt ?? null);
    pending.set(id, { usedAt, succeededAt });
    timer ??= setTimeout(() => {
      timer = undefined;
      void flush();
    }, FLUSH_MS).unref();
  };

  return { record: recordUse, flush };
}
