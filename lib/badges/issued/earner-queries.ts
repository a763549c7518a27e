import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { parseBooleanFilter, parseChoices } from "@/lib/kernel/list/filter-values";
import type { Filters } from "@/lib/kernel/list/filter";
import type { Page, PageRequest } from "@/lib/kernel/list/page";
import type { Sorts } from "@/lib/kernel/list/sort";
import {
  countSqlRows,
  findSqlPage,
  findSqlRows,
  sortBy,
  timestampSql,
  type SqlList,
} from "@/lib/kernel/list/sql-list";
import { matchesColumnSql, matchesNameSql } from "@/lib/kernel/search-text";
import { BADGE_STATES } from "@/lib/organizations/badge-facts/choices";
import { Prisma } from "@/prisma/generated/client";
import { validityBound } from "./choices";
import { badgeSelect, type BadgeRow } from "./serializer";

const { sql } = Prisma;

/** The badges of an account, and the pending ones sent to one of its confirmed addresses. */
export type BadgeOwner = { userId: string; addresses: string[] };

/** Matches the badges of an owner: `issued_badges AS badge`. */
const isOwnedBy = ({ userId, addresses }: BadgeOwner): Prisma.Sql => sql`badge.deleted_at IS NULL
  AND (badge.user_id = ${userId}::uuid
    OR (badge.user_id IS NULL AND badge.state = 'pending' AND badge.recipient_email = ANY (${addresses}::text[])))`;

/** By the dates alone, as `datedValidity` decides. */
const hasExpired = (bound: Date): Prisma.Sql => sql`badge.expires_at < ${timestampSql(bound)}`;
const hasNotExpired = (bound: Date): Prisma.Sql =>
  sql`(badge.expires_at IS NULL OR badge.expires_at >= ${timestampSql(bound)})`;
const hasBegun = (bound: Date): Prisma.Sql => sql`badge.issued_at < ${timestampSql(bound)}`;

const NAMES = [sql`template.name`, sql`owner.name`, sql`issuer.name`];

/** Filters as SQL over a badge as `badge`, its template as `template`, and both organizations. */
export const earnerFilters: Filters<Prisma.Sql> = {
  state: (value) => sql`badge.state = ANY (${parseChoices("state", BADGE_STATES, value)}::badge_state[])`,
  public: (value) => sql`badge.public = ${parseBooleanFilter("public", value)}`,
  "badge_templates[name]": (value) => matchesNameSql(sql`template.name`, value),
  // The words may stand in the name of the badge and in those of its organizations.
  query: (value) =>
    /^".*"$/s.test(value)
      ? sql`(${Prisma.join(
          NAMES.map((name) => matchesNameSql(name, value)),
          " OR ",
        )})`
      : matchesColumnSql(sql`concat_ws(' ', ${Prisma.join(NAMES)})`, value),
  expired: (value) => {
    const bound = validityBound(clock.now());
    return parseBooleanFilter("expired", value) ? hasExpired(bound) : hasNotExpired(bound);
  },
  valid: (value) => {
    const bound = validityBound(clock.now());
    return parseBooleanFilter("valid", value)
      ? sql`(${hasBegun(bound)} AND ${hasNotExpired(bound)})`
      : sql`(NOT ${hasBegun(bound)} OR ${hasExpired(bound)})`;
  },
};

export const earnerSorts: Sorts<Prisma.Sql> = {
  created_at: sortBy("badge.created_at"),
  issued_at: sortBy("badge.issued_at"),
  state_updated_at: sortBy("badge.state_updated_at"),
  "badge_templates[name]": sortBy("template.name_order"),
};

export const newestFirst = [sortBy("badge.created_at")("desc")];

const loader = {
  load: (ids: string[]) =>
    db().issuedBadge.findMany({
      where: { id: { in: ids } },
      select: badgeSelect,
      relationLoadStrategy: "join",
    }),
  idOf: ({ id }: BadgeRow) => id,
};

const listOf = (owner: BadgeOwner, where: Prisma.Sql[], order: Prisma.Sql[]): SqlList => ({
  from: sql`issued_badges AS badge
    JOIN badge_templates AS template ON template.organization_id = badge.template_organization_id
      AND template.id = badge.badge_template_id
    JOIN organizations AS owner ON owner.id = template.organization_id
    JOIN organizations AS issuer ON issuer.id = badge.organization_id`,
  id: sql`badge.id`,
  where: [isOwnedBy(owner), ...where],
  order: [...order, sql`badge.id DESC`],
});

export const findEarnerBadgePage = (
  owner: BadgeOwner,
  where: Prisma.Sql[],
  order: Prisma.Sql[],
  page: PageRequest,
): Promise<Page<BadgeRow>> => findSqlPage(listOf(owner, where, order), { page, isCapped: false }, loader);

/** Finds the badges that are valid at the start of a period and expire in it, the first ones first. */
export function findExpiringBadges(
  owner: BadgeOwner,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<BadgeRow[]> {
  const bound = validityBound(from);
  const where = [
    sql`badge.state = 'accepted' AND ${hasBegun(bound)}`,
    sql`badge.expires_at >= ${timestampSql(bound)} AND badge.expires_at < ${timestampSql(to)}`,
  ];
  return findSqlRows(listOf(owner, where, [sql`badge.expires_at`, sql`badge.id`]), limit, loader);
}

export const countPendingBadges = (owner: BadgeOwner): Promise<number> =>
  countSqlRows({
    from: sql`issued_badges AS badge`,
    where: [sql`badge.state = 'pending'`, isOwnedBy(owner)],
  });

export async function findEarnerBadge(owner: BadgeOwner, id: string): Promise<BadgeRow | null> {
  const list = listOf(owner, [sql`badge.id = ${id}::uuid`], []);
  return (await findSqlRows(list, 1, loader))[0] ?? null;
}

export const savePrivacy = (id: string, isPublic: boolean): Promise<BadgeRow> =>
  db().issuedBadge.update({
    where: { id },
    data: { public: isPublic, updatedAt: clock.now() },
    select: badgeSelect,
  });
