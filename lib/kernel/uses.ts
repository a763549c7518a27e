import { Prisma } from "@/prisma/generated/client";
import { db } from "./db";
import { log } from "./log";

/** When credentials were last used, and last used with success, on their way to the database. */
export type Uses = {
  /** Notes a use, to be written with the others within five seconds: a request costs no write of its own. */
  note: (id: string, usedAt: Date, succeeded: boolean) => void;
  /** Writes the uses noted so far; they are kept for the next time when the database does not answer. */
  flush: () => Promise<void>;
};

type Use = { usedAt: Date; succeededAt: Date | null };

const FLUSH_MS = 5_000;
// On the process, not the module: Next bundles its own copy of this file, whose notes the server flushes at its end.
const shared = globalThis as typeof globalThis & { badgesUses?: Map<string, Map<string, Use>> };
const tables = (shared.badgesUses ??= new Map<string, Map<string, Use>>());

/** One statement for all of them. It locks by id, so that two processes that write the same rows do not deadlock. */
async function save(table: string, idType: string, uses: [string, Use][]): Promise<void> {
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
 * The uses of the credentials of one table, which has the columns `id`, `last_used_at` and
 * `last_successfully_used_at`. A use is lost only when the process is killed within five seconds of it.
 */
export function usesOf(table: string, idType: "uuid" | "integer"): Uses {
  const waiting = tables.get(table) ?? new Map<string, Use>();
  tables.set(table, waiting);
  let timer: NodeJS.Timeout | undefined;

  const flush = async (): Promise<void> => {
    const uses = [...waiting];
    waiting.clear();
    if (uses.length === 0) return;
    try {
      await save(table, idType, uses);
    } catch (error) {
      for (const [id, use] of uses) {
        const newer = waiting.get(id) ?? use;
        waiting.set(id, { ...newer, succeededAt: newer.succeededAt ?? use.succeededAt });
      }
      log.warn({ err: error, table }, "last uses not written yet");
    }
  };

  const note = (id: string, usedAt: Date, succeeded: boolean): void => {
    const succeededAt = succeeded ? usedAt : (waiting.get(id)?.succeededAt ?? null);
    waiting.set(id, { usedAt, succeededAt });
    timer ??= setTimeout(() => {
      timer = undefined;
      void flush();
    }, FLUSH_MS).unref();
  };

  return { note, flush };
}
