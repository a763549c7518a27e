import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { recordParts, type NewEvent } from "@/lib/delivery/recording/record";
import { Prisma, type BadgeState } from "@/prisma/generated/client";
import { visibleTo } from "./row-queries";
import { badgeSelect, shownBadgeSelect, type BadgeRow, type ShownBadgeRow } from "./serializer";

export const findBadge = (organizationId: string, id: string): Promise<BadgeRow | null> =>
  db().issuedBadge.findFirst({
    where: { id, ...visibleTo(organizationId) },
    select: badgeSelect,
    relationLoadStrategy: "join",
  });

/** A badge by its id alone: for its earner and for the public page, which decide themselves who may see it. */
export const findBadgeById = (id: string): Promise<ShownBadgeRow | null> =>
  db().issuedBadge.findFirst({
    where: { id, deletedAt: null },
    select: shownBadgeSelect,
    relationLoadStrategy: "join",
  });

/** Badges as their events show them: deleted ones too. */
export const findBadgesForEvents = (ids: string[]): Promise<BadgeRow[]> =>
  db().issuedBadge.findMany({
    where: { id: { in: ids } },
    select: badgeSelect,
    relationLoadStrategy: "join",
  });

type Change = {
  state: BadgeState;
  userId?: string;
  public?: boolean;
  replacementBadgeId?: string;
  revocationReason?: string;
};

/** What a badge was before it was moved. */
export type Left = {
  state: BadgeState;
  public: boolean;
  userId: string | null;
  addressCorrectedAt: Date | null;
};

const LEFT = Prisma.raw(`state, public, user_id AS "userId", address_corrected_at AS "addressCorrectedAt"`);

/** Locks a badge and tells how it stands; null when it is gone. */
export async function lockBadge(id: string): Promise<Left | null> {
  const rows = await db().$queryRaw<Left[]>`
    SELECT ${LEFT} FROM issued_badges
    WHERE id = ${id}::uuid AND deleted_at IS NULL FOR UPDATE`;
  return rows[0] ?? null;
}

/**
 * Moves a badge from one of the states `from` and returns what it was; null when it was in another one. Needs a
 * transaction: the badge is locked, so that what it was is what the move changed.
 */
export async function moveState(
  { id, organizationId }: { id: string; organizationId: string },
  from: readonly BadgeState[],
  change: Change,
): Promise<Left | null> {
  const [left] = await db().$queryRaw<Left[]>`
    SELECT ${LEFT} FROM issued_badges
    WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid AND deleted_at IS NULL FOR UPDATE`;
  if (!left || !from.includes(left.state)) return null;
  const now = clock.now();
  const accepted = change.state === "accepted" ? { acceptedAt: now } : {};
  const { count } = await db().issuedBadge.updateMany({
    where: { id, organizationId, state: left.state },
    data: { ...change, ...accepted, stateUpdatedAt: now, updatedAt: now },
  });
  return count === 1 ? left : null;
}

/** Deletes a badge, takes it from its template's count and records `events`, in one statement; false when it is gone. */
export async function markDeleted(
  { id, organizationId }: { id: string; organizationId: string },
  events: NewEvent[],
): Promise<boolean> {
  const now = clock.now();
  const rows = await db().$queryRaw<{ id: string }[]>`
    WITH deleted AS (
      UPDATE issued_badges SET deleted_at = ${now}, updated_at = ${now}
      WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid AND deleted_at IS NULL
      RETURNING id, badge_template_id
    ), counted AS (
      UPDATE badge_template_counts AS total SET issued = total.issued - 1
      FROM deleted WHERE total.badge_template_id = deleted.badge_template_id
    ), ${recordParts(events, [], Prisma.sql`deleted`)}
    SELECT id FROM deleted`;
  return rows.length === 1;
}

const LONGEST_CHAIN = 1_000;

/**
 * The badge at the end of a chain of replacements, over deleted ones too; null when that one is deleted itself or,
 * with `organizationId`, not visible to that organization. A chain longer than the bound goes on from its last badge.
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
      WHERE step < ${LONGEST_CHAIN}
    )
    SELECT id FROM issued_badges
    WHERE id = (SELECT id FROM chain WHERE step > 0 ORDER BY step DESC LIMIT 1)
      AND deleted_at IS NULL ${visible}`;
  return rows[0]?.id ?? null;
}
