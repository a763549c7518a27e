import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { newId, isUuid } from "@/lib/kernel/ids";
import { selectedColumns } from "@/lib/kernel/json-rows";
import {
  toSkipTake,
  type Page,
  type PageRequest,
  cappedTotal,
  maxReachableRows,
} from "@/lib/kernel/list/page";
import { Prisma } from "@/prisma/generated/client";
import type { Draft } from "./draft";
import { earnerSelect, shownSelect, type EarnerBadgeRow, type EmployeeBadgeRow } from "./serializer";

/** The employee with this `external_id`, otherwise with this id of the record. An `external_id` may look like an id. */
const matchesEmployee = (organizationId: string, text: string): Prisma.Sql => Prisma.sql`
  AND employee.id = (
    SELECT one.id FROM employees AS one
    WHERE one.organization_id = ${organizationId}::uuid
      AND (one.external_id = ${text} ${isUuid(text) ? Prisma.sql`OR one.id = ${text}::uuid` : Prisma.empty})
    ORDER BY one.external_id = ${text} DESC NULLS LAST LIMIT 1)`;

/** The badges that an employer can see: public and not revoked, of active employees who accepted the connection. */
const visibleBadges = (organizationId: string, employees: string[]): Prisma.Sql => Prisma.sql`
  FROM employees AS employee JOIN external_badges AS badge ON badge.user_id = employee.user_id
  WHERE employee.organization_id = ${organizationId}::uuid AND employee.state = 'accepted'
    AND employee.deactivated_at IS NULL
    ${Prisma.join([Prisma.empty, ...employees.map((text) => matchesEmployee(organizationId, text))], " ")}
    AND badge.public AND badge.revoked_at IS NULL`;

const SHOWN_COLUMNS = Prisma.raw(selectedColumns("ExternalBadge", shownSelect, "badge"));

/** One page: employees in the order of their records, the newest badge of each first. Indexes have this order. */
export function employeePageSql(organizationId: string, employees: string[], page: PageRequest): Prisma.Sql {
  const { skip, take } = toSkipTake(page);
  return Prisma.sql`
    SELECT employee.id AS "employeeId", employee.external_id AS "externalId", ${SHOWN_COLUMNS}
    ${visibleBadges(organizationId, employees)}
    ORDER BY employee.id, badge.created_at DESC, badge.id DESC LIMIT ${take} OFFSET ${skip}`;
}

/** Finds a page and counts the rows as far as pages reach. */
export async function findEmployeeBadgePage(
  organizationId: string,
  employees: string[],
  page: PageRequest,
): Promise<Page<EmployeeBadgeRow>> {
  const [rows, [total]] = await Promise.all([
    db().$queryRaw<EmployeeBadgeRow[]>(employeePageSql(organizationId, employees, page)),
    db().$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM (SELECT 1 ${visibleBadges(organizationId, employees)} LIMIT ${maxReachableRows(page)}) AS counted`,
  ]);
  return { ...page, rows, ...cappedTotal(page, total?.count ?? 0) };
}

export async function findWalletPage(userId: string, page: PageRequest): Promise<Page<EarnerBadgeRow>> {
  const where = { userId };
  const [rows, total] = await Promise.all([
    db().externalBadge.findMany({
      where,
      select: earnerSelect,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      ...toSkipTake(page),
    }),
    db().externalBadge.count({ where }),
  ]);
  return { ...page, rows, total };
}

export const findExternalBadge = (userId: string, id: string): Promise<EarnerBadgeRow | null> =>
  db().externalBadge.findFirst({ where: { userId, id }, select: earnerSelect });

const sourceSelect = {
  type: true,
  badgeId: true,
  signedAssertion: true,
  assertionDigest: true,
  recipientEmail: true,
} satisfies Prisma.ExternalBadgeSelect;

/** The columns that a refresh needs before it fetches the badge. */
export type SourceRow = Prisma.ExternalBadgeGetPayload<{ select: typeof sourceSelect }>;

export const findRefreshSource = (userId: string, id: string): Promise<SourceRow | null> =>
  db().externalBadge.findFirst({ where: { userId, id }, select: sourceSelect });

export const countExternalBadges = (userId: string): Promise<number> =>
  db().externalBadge.count({ where: { userId } });

type StoredColumns = { userId: string; imageId: string | null; refreshedAt: Date };

/**
 * Inserts a badge. Returns null when the assertion is already in the wallet; the transaction cannot be used afterwards.
 */
export async function insertExternalBadge(
  { columns }: Draft,
  stored: StoredColumns,
): Promise<EarnerBadgeRow | null> {
  try {
    const data = { ...columns, ...stored, id: newId(), createdAt: clock.now() };
    return await db().externalBadge.create({ data, select: earnerSelect });
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002") return null;
    throw error;
  }
}

/** The columns that a refresh compares with the fetched badge. */
export type LockedRow = { verified: boolean; refreshedAt: Date; pictureDigest: Uint8Array | null };

/** Locks a badge before changing it; null when the earner does not have it (any more). */
export async function lockExternalBadge(userId: string, id: string): Promise<LockedRow | null> {
  const rows = await db().$queryRaw<LockedRow[]>`
    SELECT badge.verified, badge.refreshed_at AS "refreshedAt",
      (SELECT sha256 FROM images WHERE images.id = badge.image_id) AS "pictureDigest"
    FROM external_badges AS badge WHERE badge.user_id = ${userId}::uuid AND badge.id = ${id}::uuid FOR UPDATE OF badge`;
  return rows[0] ?? null;
}

export const updateExternalBadge = (
  id: string,
  data: Prisma.ExternalBadgeUncheckedUpdateInput,
): Promise<EarnerBadgeRow> => db().externalBadge.update({ where: { id }, data, select: earnerSelect });

/** Returns false when there was none. */
export async function deleteExternalBadge(userId: string, id: string): Promise<boolean> {
  const { count } = await db().externalBadge.deleteMany({ where: { userId, id } });
  return count === 1;
}

export async function deleteAllExternalBadges(userId: string): Promise<void> {
  await db().externalBadge.deleteMany({ where: { userId } });
}

/**
 * Moves the badges of one account to another. If both have the same assertion, the one refreshed last stays, and it is
 * public only if both were.
 */
export async function transferExternalBadges(from: string, to: string): Promise<void> {
  await db().$executeRaw`
    UPDATE external_badges AS one SET public = false FROM external_badges AS other
    WHERE one.assertion_digest = other.assertion_digest AND one.public AND NOT other.public
      AND (one.user_id, other.user_id) IN ((${from}::uuid, ${to}::uuid), (${to}::uuid, ${from}::uuid))`;
  await db().$executeRaw`
    DELETE FROM external_badges AS older USING external_badges AS newer
    WHERE older.assertion_digest = newer.assertion_digest
      AND (older.user_id, newer.user_id) IN ((${from}::uuid, ${to}::uuid), (${to}::uuid, ${from}::uuid))
      AND (older.refreshed_at, older.user_id = ${to}::uuid) < (newer.refreshed_at, newer.user_id = ${to}::uuid)`;
  await db().$executeRaw`
    UPDATE external_badges SET user_id = ${to}::uuid WHERE user_id = ${from}::uuid`;
}
