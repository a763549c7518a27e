import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import {
  findIdRange,
  removeAttempts,
  removeAuditEntries,
  removeEvents,
  removeMessages,
  type TimeOrderedTable,
} from "./queries";

const DAY_MS = 24 * 3_600_000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** Rows that a turn removes, or reads and leaves, of each table. */
export const BATCH_SIZE = 1_000;

const daysAgo = (days: number): Date => new Date(clock.now().getTime() - days * DAY_MS);

/** What to remove of a table; true when more may be left. */
type Removal = () => Promise<boolean>;

/**
 * Goes through the rows of a table from before a moment, a step at a time, and begins again at the end. Where it stands
 * is kept in this process alone: a new one begins at the oldest rows, most of which are gone.
 */
function createTableRemoval(
  table: TimeOrderedTable,
  days: () => number,
  remove: (range: { after: string; end: string }, before: Date) => Promise<number>,
): Removal {
  let after = FIRST_ID;
  return async () => {
    const before = daysAgo(days());
    const { isLast, end } = await transaction(async () => {
      const range = await findIdRange(table, { after, before, limit: BATCH_SIZE });
      const removed = await remove(range, before);
      if (removed > 0) log.info({ table, removed }, "old records removed");
      return range;
    });
    after = isLast ? FIRST_ID : end;
    return !isLast;
  };
}

/** Removes messages that are done or were given up. The latter leave a line in the log: nobody delivers them any more. */
async function removeFinishedMessages(): Promise<boolean> {
  const { removed, failed } = await removeMessages(daysAgo(env().MESSAGES_KEPT_DAYS), BATCH_SIZE);
  const table = "outbox_messages";
  if (failed > 0) log.warn({ table, removed, failed }, "old messages removed, some of which had failed");
  else if (removed > 0) log.info({ table, removed }, "old records removed");
  return removed === BATCH_SIZE;
}

// Attempts before their messages, and messages before the events that they name.
const REMOVALS: Removal[] = [
  createTableRemoval("webhook_attempts", () => env().MESSAGES_KEPT_DAYS, removeAttempts),
  removeFinishedMessages,
  createTableRemoval("events", () => env().EVENTS_KEPT_DAYS, removeEvents),
  createTableRemoval("audit_entries", () => env().AUDIT_KEPT_DAYS, removeAuditEntries),
];

/** The table that the next turn of this process goes on with. */
let position = 0;

/**
 * Removes what is older than it is kept. A turn is one step of one table, in a short transaction that waits for no row.
 * Repeating it is harmless. True when more may be left.
 */
export async function removeOldRecords(): Promise<boolean> {
  for (const [index, remove] of REMOVALS.entries()) {
    if (index < position) continue;
    position = index;
    if (await remove()) return true;
  }
  position = 0;
  return false;
}
