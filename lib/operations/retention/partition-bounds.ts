import { firstIdAt } from "@/lib/kernel/ids";

/** A table that is partitioned by the time in its ids (UUID v7), and how long one partition is. */
export type PartitionedTable = {
  name: "events" | "audit_entries";
  period: "month" | "year";
  /** How many periods after the current one have a partition ahead of time. */
  ahead: number;
};

/** A partition of the ids from `from` (null: from the smallest) up to, not including, `to`. */
export type Partition = { name: string; from: string | null; to: string };

// As pg_get_expr shows a bound.
const BOUND = /^FOR VALUES FROM \((?:MINVALUE|'([\da-f-]{36})')\) TO \('([\da-f-]{36})'\)$/;

/** Reads the bounds of a partition as PostgreSQL shows them; null for the default partition. */
export function parsePartition(name: string, bound: string): Partition | null {
  const [, from = null, to] = BOUND.exec(bound) ?? [];
  return to === undefined ? null : { name, from, to };
}

const periodStart = (moment: Date, { period }: PartitionedTable, offset = 0): Date =>
  period === "month"
    ? new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + offset, 1))
    : new Date(Date.UTC(moment.getUTCFullYear() + offset, 0, 1));

/** The time in an id: its first 48 bits count milliseconds (RFC 9562, section 5.7). */
const timeOf = (id: string): Date => new Date(Number.parseInt(id.replace("-", "").slice(0, 12), 16));

const YEAR_AND_MONTH = { month: 7, year: 4 };

function describePeriod(table: PartitionedTable, start: Date): Partition & { from: string } {
  const suffix = start.toISOString().slice(0, YEAR_AND_MONTH[table.period]).replace("-", "_");
  return {
    name: `${table.name}_${suffix}`,
    from: firstIdAt(start),
    to: firstIdAt(periodStart(start, table, 1)),
  };
}

/**
 * Lists the partitions that are missing, the oldest first: of the current period, of the periods ahead, and of those
 * since the newest partition that exists.
 */
export function listMissingPartitions(
  table: PartitionedTable,
  partitions: Partition[],
  now: Date,
): (Partition & { from: string })[] {
  const newest = partitions
    .map(({ to }) => to)
    .toSorted()
    .at(-1);
  const current = periodStart(now, table);
  const first = newest === undefined ? current : periodStart(timeOf(newest), table);
  const last = periodStart(now, table, table.ahead);
  const missing = [];
  for (let start = first < current ? first : current; start <= last; start = periodStart(start, table, 1)) {
    const wanted = describePeriod(table, start);
    const isTaken = partitions.some(({ from, to }) => (from ?? "") < wanted.to && to > wanted.from);
    if (!isTaken) missing.push(wanted);
  }
  return missing;
}

/** Lists the partitions whose ids are all from before a moment, the oldest first. */
export const listPastPartitions = (partitions: Partition[], before: Date): Partition[] =>
  partitions
    .filter(({ to }) => to <= firstIdAt(before))
    .toSorted((one, other) => (one.to < other.to ? -1 : 1));
