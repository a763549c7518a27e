import { KEPT_DAYS as REQUESTS_KEPT_DAYS } from "@/lib/access/api-requests/choices";
import { removePastAuditLinks } from "@/lib/oversight/audit-chain/jobs";
import { removeOldMailFiles } from "@/lib/delivery/mail/remove-old-files";
import { mailDirectory } from "@/lib/delivery/mail/transport";
import { deleteOldNotices } from "@/lib/organizations/notices/service";
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
  removeRequests,
  type TimeOrderedTable,
} from "./queries";

const DAY_MS = 24 * 3_600_000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** The most rows of each table that a turn reads. */
export const BATCH_SIZE = 1_000;

const daysAgo = (days: number): Date => new Date(clock.now().getTime() - days * DAY_MS);

/** Deletes old rows of a table; true when more may be left. */
type Removal = () => Promise<boolean>;

/**
 * Creates a removal that goes through the old rows of a table one step at a time, and starts again at the end. The
 * position is stored in this process only: a new process starts at the oldest rows, most of which are gone.
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

/** Deletes messages that were delivered or failed. Failed ones are logged, because they are never delivered. */
async function removeFinishedMessages(): Promise<boolean> {
  const { removed, failed } = await removeMessages(daysAgo(env().MESSAGES_KEPT_DAYS), BATCH_SIZE);
  const table = "outbox_messages";
  if (failed > 0) log.warn({ table, removed, failed }, "old messages removed, some of which had failed");
  else if (removed > 0) log.info({ table, removed }, "old records removed");
  return removed === BATCH_SIZE;
}

/**
 * Deletes files of e-mails in DATA_DIR of this machine, which get none with a mail server. A folder that this process may not
 * read, because it was created by another account for example, must not keep the records of the database.
 */
async function removeMailFiles(): Promise<boolean> {
  const before = daysAgo(env().MESSAGES_KEPT_DAYS);
  const removed = await removeOldMailFiles(mailDirectory(), { before, limit: BATCH_SIZE }).catch(
    (error: unknown) => {
      log.warn({ err: error }, "old e-mail files not removed");
      return 0;
    },
  );
  if (removed > 0) log.info({ removed }, "old e-mail files removed");
  return removed === BATCH_SIZE;
}

// Attempts before their messages, and messages before the events that they refer to.
const REMOVALS: Removal[] = [
  createTableRemoval("webhook_attempts", () => env().MESSAGES_KEPT_DAYS, removeAttempts),
  removeFinishedMessages,
  createTableRemoval("events", () => env().EVENTS_KEPT_DAYS, removeEvents),
  createTableRemoval("api_requests", () => REQUESTS_KEPT_DAYS, removeRequests),
  createTableRemoval("audit_entries", () => env().AUDIT_KEPT_DAYS, removeAuditEntries),
  () => deleteOldNotices(BATCH_SIZE),
  removeMailFiles,
  () => removePastAuditLinks(daysAgo(env().AUDIT_KEPT_DAYS)),
];

/** The table with which the next turn of this process continues. */
let position = 0;

/**
 * Deletes records that are older than their retention period. A turn is one step of one table, in a short transaction
 * that waits for no lock, and can be repeated. True when more may be left.
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
