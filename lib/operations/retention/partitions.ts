import { clock } from "@/lib/kernel/clock";
import { isDatabaseBusy } from "@/lib/kernel/database-errors";
import { transaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { listMissingPartitions, listPastPartitions, type PartitionedTable } from "./partition-bounds";
import {
  analyzeTable,
  beginPartitionChange,
  createPartition,
  dropPartition,
  listPartitions,
  lockRowsOfPartition,
  readDatabaseTime,
  findKeptAuditEntries,
  findKeptEvents,
} from "./queries";

const DAY_MS = 24 * 3_600_000;

/** More rows than this are not moved under a lock: such a partition stays until its rows were deleted one by one. */
const MAX_KEPT_ROWS = 10_000;

type Retention = PartitionedTable & {
  keptDays: () => number;
  /** Finds at most `limit` ids of rows of a partition that must not be removed yet. */
  findKept: (partition: string, before: Date, limit: number) => Promise<string[]>;
};

/** The partitioned tables. */
export const PARTITIONED_TABLES: Retention[] = [
  {
    name: "events",
    period: "month",
    ahead: 3,
    keptDays: () => env().EVENTS_KEPT_DAYS,
    findKept: findKeptEvents,
  },
  {
    name: "audit_entries",
    period: "year",
    ahead: 1,
    keptDays: () => env().AUDIT_KEPT_DAYS,
    findKept: findKeptAuditEntries,
  },
];

/** Whether a partition was created or dropped. */
type Outcome = "changed" | "unchanged";

/** Drops the oldest partition that has at most a few rows to keep. */
async function dropOldest(table: Retention, names: string[], before: Date): Promise<Outcome> {
  for (const partition of names) {
    await lockRowsOfPartition(partition);
    const kept = await table.findKept(partition, before, MAX_KEPT_ROWS + 1);
    if (kept.length > MAX_KEPT_ROWS) continue;
    await dropPartition(table.name, partition, kept);
    log.info({ table: table.name, partition, kept: kept.length }, "partition dropped");
    return "changed";
  }
  return "unchanged";
}

/** Creates one missing partition, or drops one. The transaction does all of it or nothing. */
const changeOnePartition = (table: Retention): Promise<Outcome> =>
  transaction(async () => {
    await beginPartitionChange();
    const now = await readDatabaseTime();
    const partitions = await listPartitions(table.name);
    const [missing] = listMissingPartitions(table, partitions, now);
    if (missing) {
      await createPartition(table.name, missing);
      log.info({ table: table.name, partition: missing.name }, "partition created");
      return "changed";
    }
    const before = new Date(now.getTime() - table.keptDays() * DAY_MS);
    const past = listPastPartitions(partitions, before).map(({ name }) => name);
    return dropOldest(table, past, before);
  });

const ATTEMPTS = 5;
const PAUSE_MS = 2_000;

/** Repeats a change whose tables were in use. Gives up after some attempts; the next hour tries again. */
async function changeWhenFree(table: Retention): Promise<Outcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await changeOnePartition(table);
    } catch (error) {
      if (!isDatabaseBusy(error)) throw error;
      if (attempt === ATTEMPTS) {
        log.info({ table: table.name, err: error }, "table in use; changing its partitions in an hour");
        return "unchanged";
      }
      await clock.wait(PAUSE_MS);
    }
  }
}

/**
 * Creates the partitions of the coming months and years, and drops those whose rows are all past their retention
 * period, except for rows that must be kept (decision 0093). Each partition is one transaction, which waits half a second
 * for a table in use. Can be repeated. Leaves nothing to a next turn, so it returns false.
 */
export async function managePartitions(): Promise<boolean> {
  for (const table of PARTITIONED_TABLES) {
    let changes = 0;
    while ((await changeWhenFree(table)) === "changed") changes += 1;
    if (changes > 0) await analyzeTable(table.name);
  }
  return false;
}
