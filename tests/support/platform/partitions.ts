import { v7 } from "uuid";
import { newId } from "@/lib/kernel/ids";
import { sql } from "./database";

/** Returns the names of a table's partitions, in the order of their bounds; the default one comes first. */
export async function listPartitionNames(table: string): Promise<string[]> {
  const rows = await sql(
    `SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = $1::regclass
     ORDER BY substring(pg_get_expr(relpartbound, pg_class.oid) FROM 'TO (.*)') NULLS FIRST`,
    [table],
  );
  return rows.map(({ relname }) => String(relname));
}

/** Returns the partition that a row is in. */
export async function findPartitionOf(table: string, id: string | undefined): Promise<unknown> {
  const [row] = await sql(`SELECT tableoid::regclass::text AS name FROM ${table} WHERE id = $1`, [id]);
  return row?.name;
}

/** The first day of the month or year that begins `months` after the current one. */
export function monthFromNow(months: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
}

/** The name of the partition of a month, or of a year. */
export const monthPartition = (month: Date): string =>
  `events_${month.toISOString().slice(0, 7).replace("-", "_")}`;
export const yearPartition = (year: Date | number): string =>
  `audit_entries_${typeof year === "number" ? year : year.getUTCFullYear()}`;

/** The last moment of next year. */
export const endOfNextYear = (): Date => new Date(Date.UTC(new Date().getUTCFullYear() + 2, 0, 1) - 1);

/** The partition of next year's audit entries. The first partition holds at least a month more: in December, next year too. */
export const nextYearPartition = (): string =>
  new Date().getUTCMonth() === 11 ? "audit_entries_first" : yearPartition(endOfNextYear());

/** Stores an event as a server would at this moment, which its id contains. */
export async function insertEventAt(organizationId: string, at: Date): Promise<string> {
  const id = v7({ msecs: at.getTime() });
  await sql(
    "INSERT INTO events (id, organization_id, event_type, occurred_at, subject_id) VALUES ($1, $2, 'badge.created', $3, $4)",
    [id, organizationId, at, newId()],
  );
  return id;
}

/** Stores an audit entry whose id was created at a moment, and which says that it occurred at another one. */
export async function insertAuditEntryAt(organizationId: string, at: Date, occurredAt = at): Promise<string> {
  const id = v7({ msecs: at.getTime() });
  await sql(
    `INSERT INTO audit_entries (id, organization_id, occurred_at, actor_type, actor_id, actor_name, action)
     VALUES ($1, $2, $3, 'User', 'x', 'Ada', 'badge.issue')`,
    [id, organizationId, occurredAt],
  );
  return id;
}
