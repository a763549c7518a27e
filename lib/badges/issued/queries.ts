import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { recordEventsCte, type NewEvent } from "@/lib/platform/recording/record-events";
import { countIssuedCte } from "./template-count-queries";
import { Prisma, type BadgeState } from "@/prisma/generated/client";
import { visibleToWhere } from "./row-queries";
import { badgeSelect, badgePageSelect, type BadgeRow, type BadgePageRow } from "./serializer";

export const findBadge = (organizationId: string, id: string): Promise<BadgeRow | null> =>
  db().issuedBadge.findFirst({
    where: { id, ...visibleToWhere(organizationId) },
    select: badgeSelect,
    relationLoadStrategy: "join",
  });

/** Finds a badge by its id only. The caller decides who may see it: its earner, the public page. */
export const findBadgeById = (id: string): Promise<BadgePageRow | null> =>
  db().issuedBadge.findFirst({
    where: { id, deletedAt: null },
    select: badgePageSelect,
    relationLoadStrategy: "join",
  });

/** Finds badges for their events, deleted ones included. */
export const findBadgesForEvents = (ids: string[]): Promise<BadgeRow[]> =>
  db().issuedBadge.findMany({
    where: { id: { in: ids } },
    select: badgeSelect,
    relationLoadStrategy: "join",
  });

type StateUpdate = {
  state: BadgeState;
  userId?: string;
  public?: boolean;
  replacementBadgeId?: string;
  revocationReason?: string;
};

/** The values of a badge before a change. */
export type BadgeBefore = {
  state: BadgeState;
  public: boolean;
  userId: string | null;
  addressCorrectedAt: Date | null;
  erasedAt: Date | null;
};

const BEFORE_COLUMNS = Prisma.raw(
  `state, public, user_id AS "userId", address_corrected_at AS "addressCorrectedAt", erased_at AS "erasedAt"`,
);

/** Locks a badge and returns its values. Null when it is deleted. */
export async function lockBadge(id: string): Promise<BadgeBefore | null> {
  const rows = await db().$queryRaw<BadgeBefore[]>`
    SELECT ${BEFORE_COLUMNS} FROM issued_badges
    WHERE id = ${id}::uuid AND deleted_at IS NULL FOR UPDATE`;
  return rows[0] ?? null;
}

/**
 * Changes the state of a badge from one of the states `from` and returns its values before. Null when it was in
 * another state. Needs a transaction: the badge is locked, so that the returned values are those that were changed.
 */
export async function changeState(
  { id, organizationId }: { id: string; organizationId: string },
  from: readonly BadgeState[],
  change: StateUpdate,
): Promise<BadgeBefore | null> {
  const [before] = await db().$queryRaw<BadgeBefore[]>`
    SELECT ${BEFORE_COLUMNS} FROM issued_badges
    WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid AND deleted_at IS NULL FOR UPDATE`;
  if (!before || !from.includes(before.state)) return null;
  const now = clock.now();
  const accepted = change.state === "accepted" ? { acceptedAt: now } : {};
  const { count } = await db().issuedBadge.updateMany({
    where: { id, organizationId, state: before.state },
    data: { ...change, ...accepted, stateUpdatedAt: now, updatedAt: now },
  });
  return count === 1 ? before : null;
}

/**
 * Deletes a badge, subtracts it from its template's count and records `events`, in one statement. Returns false when
 * it was already deleted.
 */
export async function markBadgeDeleted(
  { id, organizationId }: { id: string; organizationId: string },
  events: NewEvent[],
): Promise<boolean> {
  const now = clock.now();
  const rows = await db().$queryRaw<{ id: string }[]>`
    WITH deleted AS (
      UPDATE issued_badges SET deleted_at = ${now}, updated_at = ${now}
      WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid AND deleted_at IS NULL
      RETURNING id, badge_template_id
    ), ${countIssuedCte(Prisma.sql`SELECT badge_template_id, -1 FROM deleted`)}, ${recordEventsCte(events, [], Prisma.sql`deleted`)}
    SELECT id FROM deleted`;
  return rows.length === 1;
}

const MAX_CHAIN_LENGTH = 1_000;

/**
 * Finds the badge at the end of a chain of replacements, across deleted ones too. Null when that badge is deleted or,
 * with `organizationId`, not visible to that organization. A chain longer than the bound ends at its last badge
 * within the bound.
 */
export async function findNewestBadge(id: string, organizationId: string | null): Promise<string | null> {
  const visible = organizationId
    ? Prisma.sql`AND ${organizationId}::uuid IN (organization_id, template_organization_id)`
    : Prisma.empty;
  const rows = await db().$queryRaw<{ id: string }[]>`
    WITH RECURSIVE chain AS (
      SELECT id, replacement_badge_id, 0 AS step FROM issued_badges WHERE id = ${id}::uuid
      UNION ALL
      SELECT next.id, next.replacement_badge_id, step + 1
      FROM chain JOIN issued_badges AS next ON next.id = chain.replacement_badge_id
      WHERE step < ${MAX_CHAIN_LENGTH}
    )
    SELECT id FROM issued_badges
    WHERE id = (SELECT id FROM chain WHERE step > 0 ORDER BY step DESC LIMIT 1)
      AND deleted_at IS NULL ${visible}`;
  return rows[0]?.id ?? null;
}

/**
 * What of a newest badge is public: its page, or that it was revoked. One that its earner never accepted never was.
 * `readBadgePageStatus` decides so for the page of a badge.
 */
const IS_PUBLIC_SUCCESSOR = Prisma.sql`(badge.state = 'accepted' AND badge.public AND person.deleted_at IS NULL
  OR badge.state = 'revoked' AND badge.accepted_at IS NOT NULL)`;

/**
 * Finds the badges at the ends of the chains of replacements, as `findNewestBadge` does, by the ids of these. Badges
 * whose newest one was deleted or is not public are left out.
 */
export async function findNewestPublicBadges(ids: string[]): Promise<Map<string, string>> {
  const rows = await db().$queryRaw<{ origin: string; id: string }[]>`
    WITH RECURSIVE chain AS (
      SELECT id AS origin, id, replacement_badge_id, 0 AS step FROM issued_badges WHERE id = ANY (${ids}::uuid[])
      UNION ALL
      SELECT chain.origin, next.id, next.replacement_badge_id, step + 1
      FROM chain JOIN issued_badges AS next ON next.id = chain.replacement_badge_id
      WHERE step < ${MAX_CHAIN_LENGTH}
    ), newest AS (
      SELECT DISTINCT ON (origin) origin, id FROM chain WHERE step > 0 ORDER BY origin, step DESC
    )
    SELECT newest.origin, newest.id FROM newest JOIN issued_badges AS badge ON badge.id = newest.id
    LEFT JOIN users AS person ON person.id = badge.user_id
    WHERE badge.deleted_at IS NULL AND ${IS_PUBLIC_SUCCESSOR}`;
  return new Map(rows.map(({ origin, id }) => [origin, id]));
}
