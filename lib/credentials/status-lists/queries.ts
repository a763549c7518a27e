import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { newId } from "@/lib/kernel/ids";
import { idCondition, idOrder, type IdBatch } from "@/lib/kernel/list/id-batch";
import { Prisma } from "@/prisma/generated/client";
import { statusListSelect, type StatusListRow } from "./serializer";

/** The place of a badge: the number of the list of its organization, and the index in it. */
export type StatusPlace = { number: number; index: number };

/**
 * Who signs a list: the organization, as the DID of its own domain, or with null as its DID at this service, which is
 * stored as an empty text.
 */
export type ListIssuer = { organizationId: string; ownDid: string | null };

export async function findPlace({ ownDid }: ListIssuer, badgeId: string): Promise<StatusPlace | null> {
  const found = await db().statusListEntry.findUnique({
    where: { badgeId_issuerDid: { badgeId, issuerDid: ownDid ?? "" } },
    select: { index: true, list: { select: { number: true } } },
  });
  return found && { number: found.list.number, index: found.index };
}

/** What has a place in a list. An endorsement is in the column of badges: both have ids of their own. */
export type StatusSubject = { id: string; kind: "badge" | "endorsement" };

/** Reads whether it is revoked already, and locks it. An endorsement gets its place shortly before it is accepted. */
const subjectSql = ({ id, kind }: StatusSubject): Prisma.Sql =>
  kind === "badge"
    ? Prisma.sql`SELECT id, state <> 'accepted' OR deleted_at IS NOT NULL AS revoked
      FROM issued_badges WHERE id = ${id}::uuid FOR SHARE`
    : Prisma.sql`SELECT id, state NOT IN ('offered', 'accepted') AS revoked FROM endorsements
      WHERE id = ${id}::uuid FOR SHARE`;

/**
 * Reserves one of these places in the newest list of an issuer for a badge or an endorsement; null when all are taken, when
 * there is no list, or when another process has just reserved one. The subject is locked, so that a change of its state is
 * either in the place already or finds it.
 */
export async function reservePlace(
  { organizationId, ownDid }: ListIssuer,
  subject: StatusSubject,
  indexes: number[],
): Promise<StatusPlace | null> {
  const rows = await db().$queryRaw<StatusPlace[]>`
    WITH badge AS MATERIALIZED (
      ${subjectSql(subject)}
    ), list AS (
      SELECT id, number, issuer_did FROM status_lists
      WHERE organization_id = ${organizationId}::uuid AND issuer_did = ${ownDid ?? ""}
      ORDER BY number DESC LIMIT 1
    ), reserved AS (
      INSERT INTO status_list_entries (list_id, index, badge_id, issuer_did, revoked)
      SELECT list.id, candidate.index, badge.id, list.issuer_did, badge.revoked
      FROM badge CROSS JOIN list CROSS JOIN unnest(${indexes}::int[]) AS candidate(index)
      WHERE NOT EXISTS (
        SELECT FROM status_list_entries AS taken WHERE taken.list_id = list.id AND taken.index = candidate.index)
      LIMIT 1
      ON CONFLICT DO NOTHING
      RETURNING index, revoked
    ), changed AS (
      -- A place that is revoked from the start is another content of the list, as a later revocation is.
      UPDATE status_lists SET revision = revision + 1, updated_at = ${clock.databaseNow()}
      WHERE id = (SELECT list.id FROM list CROSS JOIN reserved WHERE reserved.revoked)
    )
    SELECT number, reserved.index FROM reserved CROSS JOIN list`;
  return rows[0] ?? null;
}

/**
 * Creates a list with the number after the highest one of the organization, unless another process has just created one
 * with that number.
 */
export async function insertNextList({ organizationId, ownDid }: ListIssuer): Promise<void> {
  await db().$executeRaw`
    INSERT INTO status_lists (id, organization_id, number, issuer_did, updated_at)
    SELECT ${newId()}::uuid, ${organizationId}::uuid, COALESCE(max(number), 0) + 1, ${ownDid ?? ""},
      ${clock.databaseNow()}
    FROM status_lists WHERE organization_id = ${organizationId}::uuid
    ON CONFLICT DO NOTHING`;
}

export const findStatusList = (organizationId: string, number: number): Promise<StatusListRow | null> =>
  db().statusList.findUnique({
    where: { organizationId_number: { organizationId, number } },
    select: statusListSelect,
  });

/** Finds what has a place in a list of an organization; null when the place is free. */
export async function findSubjectId(
  organizationId: string,
  { number, index }: StatusPlace,
): Promise<string | null> {
  const found = await db().statusListEntry.findFirst({
    where: { index, list: { organizationId, number } },
    select: { badgeId: true },
  });
  return found?.badgeId ?? null;
}

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
