import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { newId } from "@/lib/kernel/ids";
import { idCondition, idOrder, type IdBatch } from "@/lib/kernel/list/id-batch";
import { statusListSelect, type StatusListRow } from "./serializer";

/** The place of a badge: the number of the list of its organization, and the index in it. */
export type StatusPlace = { number: number; index: number };

export async function findPlace(badgeId: string): Promise<StatusPlace | null> {
  const found = await db().statusListEntry.findUnique({
    where: { badgeId },
    select: { index: true, list: { select: { number: true } } },
  });
  return found && { number: found.list.number, index: found.index };
}

/**
 * Reserves one of these places in the newest list of an organization for a badge; null when all are taken, when there is no
 * list, or when another process has just reserved one. The badge is locked, so that a change of its state is either in the
 * place already or finds it.
 */
export async function reservePlace(
  organizationId: string,
  badgeId: string,
  indexes: number[],
): Promise<StatusPlace | null> {
  const rows = await db().$queryRaw<StatusPlace[]>`
    WITH badge AS MATERIALIZED (
      SELECT id, state <> 'accepted' OR deleted_at IS NOT NULL AS revoked
      FROM issued_badges WHERE id = ${badgeId}::uuid FOR SHARE
    ), list AS (
      SELECT id, number FROM status_lists WHERE organization_id = ${organizationId}::uuid
      ORDER BY number DESC LIMIT 1
    ), reserved AS (
      INSERT INTO status_list_entries (list_id, index, badge_id, revoked)
      SELECT list.id, candidate.index, badge.id, badge.revoked
      FROM badge CROSS JOIN list CROSS JOIN unnest(${indexes}::int[]) AS candidate(index)
      WHERE NOT EXISTS (
        SELECT FROM status_list_entries AS taken WHERE taken.list_id = list.id AND taken.index = candidate.index)
      LIMIT 1
      ON CONFLICT DO NOTHING
      RETURNING index
    )
    SELECT number, reserved.index FROM reserved CROSS JOIN list`;
  return rows[0] ?? null;
}

/** Creates the list after the newest one of an organization, unless another process has just done it. */
export async function insertNextList(organizationId: string): Promise<void> {
  await db().$executeRaw`
    INSERT INTO status_lists (id, organization_id, number, updated_at)
    SELECT ${newId()}::uuid, ${organizationId}::uuid, COALESCE(max(number), 0) + 1, ${clock.databaseNow()}
    FROM status_lists WHERE organization_id = ${organizationId}::uuid
    ON CONFLICT DO NOTHING`;
}

export const findStatusList = (organizationId: string, number: number): Promise<StatusListRow | null> =>
  db().statusList.findUnique({
    where: { organizationId_number: { organizationId, number } },
    select: statusListSelect,
  });

/** Finds the places of the revoked credentials of a list. */
export async function findRevokedIndexes(listId: string): Promise<number[]> {
  const rows = await db().statusListEntry.findMany({
    where: { listId, revoked: true },
    select: { index: true },
  });
  return rows.map(({ index }) => index);
}

/** The address of a list. */
export type ListedStatusList = { id: string; organizationId: string; number: number };

/** Finds lists of all organizations, in the order of ids. */
export const findStatusLists = (batch: IdBatch): Promise<ListedStatusList[]> =>
  db().$queryRaw<ListedStatusList[]>`
    SELECT list.id, list.organization_id AS "organizationId", list.number FROM status_lists AS list
    WHERE ${idCondition("list.id", batch)} ${idOrder("list.id", batch)}`;
