import { db, queryJson } from "@/lib/kernel/db";
import {
  cappedTotal,
  maxReachableRows,
  toSkipTake,
  type Page,
  type PageRequest,
} from "@/lib/kernel/list/page";
import { PLAN_EACH_TIME } from "@/lib/kernel/statement-names";
import { Prisma } from "@/prisma/generated/client";
import { findBadgeRows, type PageIds } from "./row-queries";
import type { BadgeRow } from "./serializer";
import { matchesNameSql, matchesWordsSql } from "@/lib/kernel/search-text";
import { toIsoDate } from "@/lib/kernel/dates";
import { normalizeEmailAddress } from "@/lib/kernel/email-address";
import {
  parseBooleanFilter,
  parseCalendarDay,
  parseIdList,
  parseNotAfter,
  parseChoices,
  parseAddressFilter,
} from "@/lib/kernel/list/filter-values";
import { splitCommaList, type Filters } from "@/lib/kernel/list/filter";
import type { Direction, Sorts } from "@/lib/kernel/list/sort";
import { fromSql, timestampSql, untilSql } from "@/lib/kernel/list/sql-list";
import { BADGE_STATES } from "@/lib/organizations/badge-facts/choices";

const { sql, raw, empty } = Prisma;

/**
 * A filter as SQL over `issued_badges AS badge` or over `badge_templates AS template`. There are few templates, so
 * the matching templates are found first, and then their badges.
 */
type Criterion =
  { badge: Prisma.Sql } | { template: Prisma.Sql } | { owners: string[] } | { issuers: string[] };

/**
 * Badges that never expire count as expiring at infinity, so each bound on the expiration is one range of one index.
 */
const column = (name: string) =>
  raw(name === "expires_at" ? "COALESCE(badge.expires_at, 'infinity'::timestamptz)" : `badge.${name}`);

// A calendar date is the date in the sender's time zone, or that date plus some months. It is never a week away from
// the UTC timestamp, so the index on timestamps can find dates too.
const WEEK_MS = 7 * 24 * 3_600_000;

// No badge changes before it is created. One day is added for servers with different clocks.
const DAY_MS = 24 * 3_600_000;

/** An upper bound on a change also bounds the creation, which limits a scan in order of creation. */
const changedUntilSql = (key: string, name: "state_updated_at" | "updated_at", value: string): Prisma.Sql => {
  const bound = parseNotAfter(key, value);
  const latest = new Date(("lt" in bound ? bound.lt : bound.lte).getTime() + DAY_MS);
  return sql`${untilSql(key, column(name), value)} AND badge.created_at <= ${timestampSql(latest)}`;
};

type DatedColumn = "issued_at" | "expires_at";

const fromDaySql = (key: string, name: DatedColumn, value: string): Prisma.Sql => {
  const day = parseCalendarDay(key, value);
  const before = new Date(day.getTime() - WEEK_MS);
  const date = column(`${name}_date`);
  return sql`${column(name)} >= ${timestampSql(before)} AND (${date} >= ${toIsoDate(day)}::date OR ${date} IS NULL)`;
};

const untilDaySql = (key: string, name: DatedColumn, value: string): Prisma.Sql => {
  const day = parseCalendarDay(key, value);
  const after = new Date(day.getTime() + WEEK_MS);
  return sql`${column(name)} <= ${timestampSql(after)} AND ${column(`${name}_date`)} <= ${toIsoDate(day)}::date`;
};

const badgeCriterion = (condition: Prisma.Sql): Criterion => ({ badge: condition });
const templateCriterion = (condition: Prisma.Sql): Criterion => ({ template: condition });

/** The name and the address of a badge, folded, as the index issued_badges_search_idx has them. */
const FOLDED_TEXT = sql`COALESCE(badge.search_text, lower((badge.issued_to || E'\n' || badge.recipient_email) COLLATE "C"))`;

/** Matches words anywhere in the name and the address. No name has a line break, which separates the two in the index. */
const textCondition = (value: string): Prisma.Sql =>
  value.includes("\n") ? sql`FALSE` : matchesWordsSql(FOLDED_TEXT, value);

export const filters: Filters<Criterion> = {
  query: (value) => badgeCriterion(textCondition(value)),
  state: (value) =>
    badgeCriterion(sql`badge.state = ANY (${parseChoices("state", BADGE_STATES, value)}::badge_state[])`),
  user_id: (value) => badgeCriterion(sql`badge.user_id = ANY (${parseIdList("user_id", value)}::uuid[])`),
  issued_at_min: (value) => badgeCriterion(fromSql("issued_at_min", column("issued_at"), value)),
  issued_at_max: (value) => badgeCriterion(untilSql("issued_at_max", column("issued_at"), value)),
  issued_at_date_min: (value) => badgeCriterion(fromDaySql("issued_at_date_min", "issued_at", value)),
  issued_at_date_max: (value) => badgeCriterion(untilDaySql("issued_at_date_max", "issued_at", value)),
  issuer_id: (value) => ({ issuers: parseIdList("issuer_id", value).map((id) => id.toLowerCase()) }),
  issuer_earner_id: (value) => badgeCriterion(sql`badge.issuer_earner_id = ${value}`),
  public: (value) =>
    badgeCriterion(parseBooleanFilter("public", value) ? sql`badge.public` : sql`NOT badge.public`),
  "badge_templates[owner_id]": (value) => ({
    owners: parseIdList("badge_templates[owner_id]", value).map((id) => id.toLowerCase()),
  }),
  "badge_templates[name]": (value) => templateCriterion(matchesNameSql(sql`template.name`, value)),
  "badge_templates[reporting_tags]": (value) =>
    templateCriterion(sql`template.reporting_tags && ${splitCommaList(value)}::text[]`),
  "badge_templates[skills]": (value) =>
    templateCriterion(sql`template.skills && ${splitCommaList(value)}::text[]`),
  created_at_min: (value) => badgeCriterion(fromSql("created_at_min", column("created_at"), value)),
  created_at_max: (value) => badgeCriterion(untilSql("created_at_max", column("created_at"), value)),
  // A lower bound includes the badges that never expire (specification, "Filter format").
  expires_at_min: (value) => badgeCriterion(fromSql("expires_at_min", column("expires_at"), value)),
  expires_at_date_min: (value) => badgeCriterion(fromDaySql("expires_at_date_min", "expires_at", value)),
  expires_at_max: (value) => badgeCriterion(untilSql("expires_at_max", column("expires_at"), value)),
  expires_at_date_max: (value) => badgeCriterion(untilDaySql("expires_at_date_max", "expires_at", value)),
  state_updated_at_min: (value) =>
    badgeCriterion(fromSql("state_updated_at_min", column("state_updated_at"), value)),
  state_updated_at_max: (value) =>
    badgeCriterion(changedUntilSql("state_updated_at_max", "state_updated_at", value)),
  updated_at_min: (value) => badgeCriterion(fromSql("updated_at_min", column("updated_at"), value)),
  updated_at_max: (value) => badgeCriterion(changedUntilSql("updated_at_max", "updated_at", value)),
  badge_template_id: (value) =>
    badgeCriterion(sql`badge.badge_template_id = ANY (${parseIdList("badge_template_id", value)}::uuid[])`),
  recipient_email: (value) =>
    badgeCriterion(sql`badge.recipient_email = ${parseAddressFilter("recipient_email", value)}`),
  // An address belongs to one account, so the inner select has one row or none.
  recipient_email_all: (value) =>
    badgeCriterion(sql`(badge.recipient_email = ${parseAddressFilter("recipient_email_all", value)} OR badge.user_id = (
      SELECT user_id FROM user_emails WHERE email = ${normalizeEmailAddress(value)} AND confirmed_at IS NOT NULL))`),
};

/** A sort key. */
type SortKey = { column: Prisma.Sql; direction: Direction };

const sortBy =
  (name: string) =>
  (direction: Direction): SortKey => ({ column: raw(name), direction });

/** The collation for sorting names. Other lists have a column in it (see the migration name_order). */
const IN_NAME_ORDER = 'COLLATE "name_order"';

/** The only key that is not a column of the badge itself. */
const TEMPLATE_NAME = "template.name_order";

export const sorts: Sorts<SortKey> = {
  created_at: sortBy("badge.created_at"),
  issued_at: sortBy("badge.issued_at"),
  state_updated_at: sortBy("badge.state_updated_at"),
  "badge_templates[name]": sortBy(TEMPLATE_NAME),
  // Sorts by the names on the badge: an earner without an account has no others.
  "users[first_name]": sortBy(`badge.issued_to_first_name ${IN_NAME_ORDER}`),
  "users[last_name]": sortBy(`badge.issued_to_last_name ${IN_NAME_ORDER}`),
};

export const newestFirst: SortKey[] = [{ column: raw("badge.created_at"), direction: "desc" }];

/** Returns the keys for `ORDER BY`, with the id last so that pages neither repeat nor skip rows. */
export function orderSql(keys: SortKey[]): Prisma.Sql {
  const direction = keys.at(-1)?.direction ?? "desc";
  const all = [...keys, { column: raw("badge.id"), direction }];
  return Prisma.join(all.map((key) => sql`${key.column} ${key.direction === "desc" ? raw("DESC") : empty}`));
}

// Up to this many matches are read and sorted. For more, badges are scanned in order until the page is full. On its
// own, the planner would scan a million badges for filters whose few matches are at the far end of the order.
const MAX_SORTED_MATCHES = 1_000;
// PostgreSQL plans with each value of a list, which takes longer than it saves when the list is long.
const MAX_LISTED_TEMPLATES = 200;

/**
 * The organization itself, and the owners of other templates that it issued from: a few steps along a small index.
 */
const ownerIdsSql = (organizationId: string): Prisma.Sql => sql`
  WITH RECURSIVE grantor (id) AS (
    (SELECT template_organization_id FROM issued_badges WHERE organization_id = ${organizationId}::uuid
      AND template_organization_id <> organization_id AND deleted_at IS NULL ORDER BY 1 LIMIT 1)
    UNION ALL
    SELECT (SELECT template_organization_id FROM issued_badges WHERE organization_id = ${organizationId}::uuid
      AND template_organization_id <> organization_id AND deleted_at IS NULL
      AND template_organization_id > grantor.id ORDER BY 1 LIMIT 1)
    FROM grantor WHERE grantor.id IS NOT NULL
  ) SELECT id FROM grantor WHERE id IS NOT NULL UNION ALL SELECT ${organizationId}::uuid`;

async function findTemplateIds(organizationId: string, conditions: Prisma.Sql[]): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT template.id FROM badge_templates AS template
    WHERE template.organization_id IN (${ownerIdsSql(organizationId)}) AND ${Prisma.join(conditions, " AND ")}`;
  return rows.map(({ id }) => id);
}

const templateIdsSql = (ids: string[]): Prisma.Sql => {
  if (ids.length === 0) return sql`FALSE`;
  return ids.length <= MAX_LISTED_TEMPLATES
    ? sql`badge.badge_template_id = ANY (${ids}::uuid[])`
    : sql`(badge.badge_template_id IN (SELECT unnest(${ids}::uuid[]))) IS TRUE`;
};

const ownedTemplatesSql = (organizationId: string, owners: string[]): Prisma.Sql => {
  const isAmong = sql`badge.template_organization_id = ANY (${owners}::uuid[])`;
  return owners.includes(organizationId)
    ? isAmong
    : sql`${isAmong} AND badge.template_organization_id <> badge.organization_id`;
};

const badgeSql = (organizationId: string, criterion: Criterion): Prisma.Sql[] => {
  if ("badge" in criterion) return [criterion.badge];
  return "owners" in criterion ? [ownedTemplatesSql(organizationId, criterion.owners)] : [];
};

const ISSUED_BY_OTHERS = raw("badge.template_organization_id <> badge.organization_id");

/**
 * Builds the condition for the badges in which an organization searches: those that it issued itself or, when issuers
 * are named, those that the named ones issued: itself, or others from its templates.
 */
function searchScopeSql(organizationId: string, issuers: string[] | null): Prisma.Sql {
  const issuedHere = sql`badge.organization_id = ${organizationId}::uuid`;
  const others = issuers?.filter((id) => id !== organizationId) ?? [];
  if (!issuers || (others.length === 0 && issuers.length > 0)) return issuedHere;
  const byOthers = sql`badge.template_organization_id = ${organizationId}::uuid AND ${ISSUED_BY_OTHERS}
    AND badge.organization_id = ANY (${others}::uuid[])`;
  return issuers.includes(organizationId) ? sql`(${issuedHere} OR ${byOthers})` : byOthers;
}

/** Returns the issuers that all of the filters name. Null when no filter is about issuers. */
function namedIssuerIds(criteria: Criterion[]): string[] | null {
  const [first, ...rest] = criteria.flatMap((one) => ("issuers" in one ? [one.issuers] : []));
  return first?.filter((id) => rest.every((others) => others.includes(id))) ?? null;
}

/** Builds the condition on `issued_badges AS badge` for a search of an organization. */
export async function buildSearchCondition(
  organizationId: string,
  criteria: Criterion[],
): Promise<Prisma.Sql> {
  const aboutTemplates = criteria.flatMap((one) => ("template" in one ? [one.template] : []));
  const ids = aboutTemplates.length > 0 ? await findTemplateIds(organizationId, aboutTemplates) : null;
  const conditions = [
    sql`${searchScopeSql(organizationId, namedIssuerIds(criteria))} AND badge.deleted_at IS NULL`,
    ...criteria.flatMap((criterion) => badgeSql(organizationId, criterion)),
    ...(ids ? [templateIdsSql(ids)] : []),
  ];
  return Prisma.join(conditions, " AND ");
}

/** Removes repeated keys, which do not affect the order. */
const withoutRepeats = (order: SortKey[]): SortKey[] =>
  order.filter((key, index) => order.findIndex(({ column }) => column.sql === key.column.sql) === index);

const isTemplateName = ({ column }: SortKey): boolean => column.sql === TEMPLATE_NAME;

const WITH_TEMPLATE = raw(
  "issued_badges AS badge JOIN badge_templates AS template ON template.id = badge.badge_template_id",
);
const BADGES = raw("issued_badges AS badge");

/** Selects the ids of the page by scanning in order until it is full. */
function scanSql(where: Prisma.Sql, order: SortKey[], page: PageRequest): Prisma.Sql {
  const { skip, take } = toSkipTake(page);
  const source = order.some(isTemplateName) ? WITH_TEMPLATE : BADGES;
  return sql`SELECT badge.id FROM ${source} WHERE ${where} ORDER BY ${orderSql(order)} LIMIT ${take} OFFSET ${skip}`;
}

/**
 * Does the same in the order of template names: template by template, from each at most as many as the page can show,
 * until the page is full.
 */
function scanTemplatesSql(
  organizationId: string,
  where: Prisma.Sql,
  [name, ...rest]: [SortKey, ...SortKey[]],
  page: PageRequest,
): Prisma.Sql {
  const { skip, take } = toSkipTake(page);
  const inner = rest.length > 0 ? rest : [{ column: raw("badge.created_at"), direction: name.direction }];
  const keys = inner.map(({ column }) => column);
  return sql`SELECT badge.id FROM (
      SELECT id, name_order FROM badge_templates WHERE organization_id = ANY (ARRAY(${ownerIdsSql(organizationId)}))
      ORDER BY name_order ${name.direction === "desc" ? raw("DESC") : empty} OFFSET 0
    ) AS template
    CROSS JOIN LATERAL (
      SELECT badge.id, ${Prisma.join(keys)} FROM issued_badges AS badge
      WHERE ${where} AND badge.badge_template_id = template.id
      ORDER BY ${orderSql(inner)} LIMIT ${skip + take}
    ) AS badge
    ORDER BY ${orderSql([name, ...inner])} LIMIT ${take} OFFSET ${skip}`;
}

/** Selects the ids of the page by reading and sorting all matches, when there are few. */
function sortFewSql(where: Prisma.Sql, order: SortKey[], page: PageRequest): Prisma.Sql {
  const { skip, take } = toSkipTake(page);
  const keys = order.filter((key) => !isTemplateName(key)).map(({ column }) => column);
  const join = order.some(isTemplateName)
    ? sql`JOIN badge_templates AS template ON template.id = badge.badge_template_id`
    : empty;
  return sql`SELECT badge.id FROM (
      SELECT ${Prisma.join([raw("badge.id"), raw("badge.badge_template_id"), ...keys])} FROM ${BADGES}
      WHERE ${where} OFFSET 0
    ) AS badge ${join} ORDER BY ${orderSql(order)} LIMIT ${take} OFFSET ${skip}`;
}

/**
 * Counts all badges of the organization from the counts stored for each template: those of its own templates, minus
 * those that others issued from them, plus those that it issued from others' templates.
 */
const storedTotalSql = (organizationId: string): Prisma.Sql => sql`
  (SELECT COALESCE(sum(issued), 0) FROM badge_template_issue_counts AS total
    JOIN badge_templates AS template ON template.id = total.badge_template_id
    WHERE template.organization_id = ${organizationId}::uuid)
  - (SELECT count(*) FROM issued_badges WHERE template_organization_id = ${organizationId}::uuid
    AND template_organization_id <> organization_id AND deleted_at IS NULL)
  + (SELECT count(*) FROM issued_badges WHERE organization_id = ${organizationId}::uuid
    AND template_organization_id <> organization_id AND deleted_at IS NULL)`;

export type BadgeSearch = { organizationId: string; criteria: Criterion[]; order: SortKey[] };

/** Counts the matches and selects the ids of the page in the way that suits their number. */
async function matchesSql(search: BadgeSearch, page: PageRequest): Promise<Prisma.Sql> {
  const { organizationId, criteria } = search;
  const order = withoutRepeats(search.order);
  const where = await buildSearchCondition(organizationId, criteria);
  const [first, ...rest] = order;
  const scan =
    first && isTemplateName(first)
      ? scanTemplatesSql(organizationId, where, [first, ...rest], page)
      : scanSql(where, order, page);
  const counting = sql`matching AS MATERIALIZED (
    SELECT count(*) AS total FROM (SELECT FROM ${BADGES} WHERE ${where} LIMIT ${maxReachableRows(page)}) AS reached)`;
  if (criteria.length === 0) {
    return sql`${counting}, found AS MATERIALIZED (
      SELECT CASE WHEN total < ${maxReachableRows(page)} THEN total ELSE ${storedTotalSql(organizationId)} END::int AS total,
        ARRAY(${scan}) AS ids FROM matching)`;
  }
  return sql`${counting}, found AS MATERIALIZED (
    SELECT total::int AS total, CASE WHEN total = 0 THEN '{}'
      WHEN total <= ${MAX_SORTED_MATCHES} THEN ARRAY(${sortFewSql(where, order, page)}) ELSE ARRAY(${scan}) END AS ids
    FROM matching)`;
}

/**
 * Builds one statement for the number of matches (up to the last page), the ids of the page, and those of templates
 * and organizations.
 */
export const searchSql = async (search: BadgeSearch, page: PageRequest): Promise<Prisma.Sql> =>
  sql`${raw(PLAN_EACH_TIME)} WITH ${await matchesSql(search, page)}
    SELECT json_build_object('total', total, 'ids', ids,
      'templateIds', ARRAY(SELECT DISTINCT badge_template_id FROM issued_badges WHERE id = ANY (ids)),
      'organizationIds', ARRAY(SELECT organization_id FROM issued_badges WHERE id = ANY (ids)
        UNION SELECT template_organization_id FROM issued_badges WHERE id = ANY (ids)))
    FROM found`;

type FoundPage = { total: number } & PageIds;

const NO_MATCHES: FoundPage = { total: 0, ids: [], templateIds: [], organizationIds: [] };

/**
 * Finds one page of a search. `isTotalMinimum` is true when there are more matches than pages can show, so they were
 * not counted.
 */
export async function findBadgePage(search: BadgeSearch, page: PageRequest): Promise<Page<BadgeRow>> {
  const found = await queryJson<FoundPage>(await searchSql(search, page));
  const { total, ...shown } = found ?? NO_MATCHES;
  const rows = await findBadgeRows(search.organizationId, shown);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const totals = search.criteria.length > 0 ? cappedTotal(page, total) : { total };
  return { ...page, rows: shown.ids.flatMap((id) => byId.get(id) ?? []), ...totals };
}

/** Finds the ids of at most `limit` matches, oldest first. */
export async function findMatchingIds(
  organizationId: string,
  criteria: Criterion[],
  limit: number,
): Promise<string[]> {
  const where = await buildSearchCondition(organizationId, criteria);
  const rows = await db().$queryRaw<{ id: string }[]>`${raw(PLAN_EACH_TIME)}
    SELECT id FROM (SELECT badge.id, badge.created_at FROM ${BADGES} WHERE ${where} LIMIT ${limit}) AS badge
    ORDER BY created_at, id`;
  return rows.map(({ id }) => id);
}
