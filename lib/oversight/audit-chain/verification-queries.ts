import { db } from "@/lib/kernel/db";

/** An audit entry, and whether it is in no chain although it does not wait for one. */
export type EntryInChain = { id: string; occurredAt: Date; isInserted: boolean };

/** Reads the next entries of an organization after one of them, in the order of their time. */
export function findEntriesInChain(
  organizationId: string,
  after: { occurredAt: Date; id: string },
  limit: number,
): Promise<EntryInChain[]> {
  return db().$queryRaw<EntryInChain[]>`
    WITH batch AS MATERIALIZED (
      SELECT id, occurred_at FROM audit_entries
      WHERE organization_id = ${organizationId}::uuid
        AND occurred_at >= ${after.occurredAt} AND (occurred_at, id) > (${after.occurredAt}, ${after.id}::uuid)
      ORDER BY occurred_at, id LIMIT ${limit}::integer
    )
    SELECT id, occurred_at AS "occurredAt",
      NOT EXISTS (SELECT FROM audit_links AS link WHERE link.entry_id = batch.id)
        AND NOT EXISTS (SELECT FROM audit_queue AS queue WHERE queue.entry_id = batch.id) AS "isInserted"
    FROM batch ORDER BY occurred_at, id`;
}
