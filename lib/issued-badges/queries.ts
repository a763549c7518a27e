import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import type { BadgeState, Prisma } from "@/prisma/generated/client";
import { badgeSelect, type BadgeRow } from "./serializer";

type Where = Prisma.IssuedBadgeWhereInput;

/** The organization sees what it issued, and what others issued from its templates. */
const visibleTo = (organizationId: string): Where => ({
  deletedAt: null,
  OR: [{ organizationId }, { templateOrganizationId: organizationId }],
});

export const findBadge = (organizationId: string, id: string): Promise<BadgeRow | null> =>
  db().issuedBadge.findFirst({
    where: { id, ...visibleTo(organizationId) },
    select: badgeSelect,
    relationLoadStrategy: "join",
  });

/** A badge by its id alone: for its earner and for the public page, which decide themselves who may see it. */
export const findBadgeById = (id: string): Promise<BadgeRow | null> =>
  db().issuedBadge.findFirst({
    where: { id, deletedAt: null },
    select: badgeSelect,
    relationLoadStrategy: "join",
  });

/** Badges as their events show them: deleted ones too. */
export const findBadgesForEvents = (ids: string[]): Promise<BadgeRow[]> =>
  db().issuedBadge.findMany({
    where: { id: { in: ids } },
    select: badgeSelect,
    relationLoadStrategy: "join",
  });

/** Moves a badge from one of the states `from`; false when it was in another one. */
export async function moveState(
  id: string,
  from: readonly BadgeState[],
  change: { state: BadgeState; userId?: string; public?: boolean; replacementBadgeId?: string },
): Promise<boolean> {
  const now = clock.now();
  const { count } = await db().issuedBadge.updateMany({
    where: { id, state: { in: [...from] }, deletedAt: null },
    data: { ...change, stateUpdatedAt: now, updatedAt: now },
  });
  return count === 1;
}
