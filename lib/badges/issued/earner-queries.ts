import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { parseBooleanFilter, parseChoices } from "@/lib/kernel/list/filter-values";
import { textMatch, type Filters } from "@/lib/kernel/list/filter";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Sorts } from "@/lib/kernel/list/sort";
import type { Prisma } from "@/prisma/generated/client";
import { BADGE_STATES } from "@/lib/organizations/badge-facts/choices";
import { validityBound } from "./choices";
import { badgeSelect, type BadgeRow } from "./serializer";

type Where = Prisma.IssuedBadgeWhereInput;
type Order = Prisma.IssuedBadgeOrderByWithRelationInput;

/** By the dates alone, as `datedValidity` decides. */
function expiredWhere(isExpired: boolean): Where {
  const bound = validityBound(clock.now());
  return isExpired
    ? { expiresAt: { lt: bound } }
    : { OR: [{ expiresAt: null }, { expiresAt: { gte: bound } }] };
}

export const earnerFilters: Filters<Where> = {
  state: (value) => ({ state: { in: parseChoices("state", BADGE_STATES, value) } }),
  public: (value) => ({ public: parseBooleanFilter("public", value) }),
  "badge_templates[name]": (value) => ({ badgeTemplate: { name: textMatch(value) } }),
  query: (value) => ({
    OR: [
      { badgeTemplate: { name: textMatch(value) } },
      { badgeTemplate: { organization: { name: textMatch(value) } } },
      { organization: { name: textMatch(value) } },
    ],
  }),
  expired: (value) => expiredWhere(parseBooleanFilter("expired", value)),
  valid: (value) =>
    parseBooleanFilter("valid", value)
      ? { issuedAt: { lt: validityBound(clock.now()) }, ...expiredWhere(false) }
      : { OR: [{ issuedAt: { gte: validityBound(clock.now()) } }, expiredWhere(true)] },
};

export const earnerSorts: Sorts<Order> = {
  created_at: (direction) => ({ createdAt: direction }),
  issued_at: (direction) => ({ issuedAt: direction }),
  state_updated_at: (direction) => ({ stateUpdatedAt: direction }),
  "badge_templates[name]": (direction) => ({ badgeTemplate: { nameOrder: direction } }),
};

/** Matches the badges of an account, and the pending ones sent to one of its confirmed addresses. */
export const earnerBadgeCondition = (userId: string, addresses: string[]): Where => ({
  deletedAt: null,
  OR: [{ userId }, { userId: null, state: "pending", recipientEmail: { in: addresses } }],
});

export async function findEarnerBadgePage(
  where: Where,
  order: Order[],
  page: PageRequest,
): Promise<Page<BadgeRow>> {
  return loadPage(
    page,
    db().issuedBadge.findMany({
      where,
      select: badgeSelect,
      orderBy: [...order, { id: "desc" }],
      relationLoadStrategy: "join",
      ...toSkipTake(page),
    }),
    db().issuedBadge.count({ where }),
  );
}

/** Finds the badges that are valid at the start of a period and expire in it, the first ones first. */
export const findExpiringBadges = (
  owned: Where,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<BadgeRow[]> =>
  db().issuedBadge.findMany({
    where: {
      state: "accepted",
      issuedAt: { lt: validityBound(from) },
      expiresAt: { gte: validityBound(from), lt: to },
      AND: [owned],
    },
    select: badgeSelect,
    orderBy: [{ expiresAt: "asc" }, { id: "asc" }],
    relationLoadStrategy: "join",
    take: limit,
  });

export const countPendingBadges = (owned: Where): Promise<number> =>
  db().issuedBadge.count({ where: { state: "pending", AND: [owned] } });

export const findEarnerBadge = (owned: Where, id: string): Promise<BadgeRow | null> =>
  db().issuedBadge.findFirst({
    where: { id, AND: [owned] },
    select: badgeSelect,
    relationLoadStrategy: "join",
  });

export const savePrivacy = (id: string, isPublic: boolean): Promise<BadgeRow> =>
  db().issuedBadge.update({
    where: { id },
    data: { public: isPublic, updatedAt: clock.now() },
    select: badgeSelect,
  });
