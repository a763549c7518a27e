import { toIsoDate } from "@/lib/kernel/dates";
import { normalizeEmailAddress } from "@/lib/kernel/email-address";
import {
  parseBooleanFilter,
  parseCalendarDay,
  parseIdList,
  parseNotAfter,
  parseNotBefore,
  parseChoices,
} from "@/lib/kernel/list/filter-values";
import { splitCommaList, escapeLike, type Filters } from "@/lib/kernel/list/filter";
import type { Direction, Sorts } from "@/lib/kernel/list/sort";
import { Prisma } from "@/prisma/generated/client";
import { BADGE_STATES } from "@/lib/organizations/badge-facts/choices";

const { sql, raw, empty } = Prisma;

/**
 * A filter as SQL over `issued_badges AS badge` or over `badge_templates AS template`. There are few templates, so
 * the matching templates are found first, and then their badges.
 */
export type Criterion =
  { badge: Prisma.Sql } | { template: Prisma.Sql } | { owners: string[] } | { issuers: string[] };

const containsPattern = (value: string): string => `%${escapeLike(value)}%`;

type DateColumn = "created_at" | "issued_at" | "expires_at" | "state_updated_at" | "updated_at";

/**
 * Badges that never expire count as expiring at infinity, so each bound on the expiration is one range of one index.
 */
const column = (name: string) =>
  raw(name === "expires_at" ? "COALESCE(badge.expires_at, 'infinity'::timestamptz)" : `badge.${name}`);

/** A year after 9999 has a plus sign in JavaScript but not in PostgreSQL. */
const timestampSql = (at: Date) => sql`${at.toISOString().replace(/^\+0*/, "")}::timestamptz`;

const fromSql = (key: string, name: DateColumn, value: string): Prisma.Sql =>
  sql`${column(name)} >= ${timestampSql(parseNotBefore(key, value).gte)}`;

const untilSql = (key: string, name: DateColumn, value: string): Prisma.Sql => {
  const bound = parseNotAfter(key, value);
  return "lt" in bound
    ? sql`${column(name)} < ${timestampSql(bound.lt)}`
    : sql`${column(name)} <= ${timestampSql(bound.lte)}`;
};

// A calendar date is the date in the sender's time zone, or that date plus some months. It is never a week away from
// the UTC timestamp, so the index on timestamps can find dates too.
const WEEK_MS = 7 * 24 * 3_600_000;

// No badge changes before it is created. One day is added for servers with different clocks.
const DAY_MS = 24 * 3_600_000;

/** An upper bound on a change also bounds the creation, which limits a scan in order of creation. */
const changedUntilSql = (key: string, name: "state_updated_at" | "updated_at", value: string): Prisma.Sql => {
  const bound = parseNotAfter(key, value);
  const latest = new Date(("lt" in bound ? bound.lt : bound.lte).getTime() + DAY_MS);
  return sql`${untilSql(key, name, value)} AND badge.created_at <= ${timestampSql(latest)}`;
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

/** Matches anywhere in name or address, but not across the line break between them in the index. */
function textCondition(value: string): Prisma.Sql {
  if (value === "") return sql`TRUE`;
  if (value.includes("\n")) return sql`FALSE`;
  return sql`(badge.issued_to || E'\n' || badge.recipient_email) ILIKE ${containsPattern(value)}`;
}

/** Matches a part of the name. A value in double quotes matches exactly (docs/interface.md, "Filters"). */
const nameCondition = (value: string): Prisma.Sql =>
  /^".*"$/s.test(value)
    ? sql`template.name = ${value.slice(1, -1)}`
    : sql`template.name ILIKE ${containsPattern(value)}`;

export const filters: Filters<Criterion> = {
  query: (value) => badgeCriterion(textCondition(value)),
  state: (value) =>
    badgeCriterion(sql`badge.state = ANY (${parseChoices("state", BADGE_STATES, value)}::badge_state[])`),
  user_id: (value) => badgeCriterion(sql`badge.user_id = ANY (${parseIdList("user_id", value)}::uuid[])`),
  issued_at_min: (value) => badgeCriterion(fromSql("issued_at_min", "issued_at", value)),
  issued_at_max: (value) => badgeCriterion(untilSql("issued_at_max", "issued_at", value)),
  issued_at_date_min: (value) => badgeCriterion(fromDaySql("issued_at_date_min", "issued_at", value)),
  issued_at_date_max: (value) => badgeCriterion(untilDaySql("issued_at_date_max", "issued_at", value)),
  issuer_id: (value) => ({ issuers: parseIdList("issuer_id", value).map((id) => id.toLowerCase()) }),
  issuer_earner_id: (value) => badgeCriterion(sql`badge.issuer_earner_id = ${value}`),
  public: (value) =>
    badgeCriterion(parseBooleanFilter("public", value) ? sql`badge.public` : sql`NOT badge.public`),
  "badge_templates[owner_id]": (value) => ({
    owners: parseIdList("badge_templates[owner_id]", value).map((id) => id.toLowerCase()),
  }),
  "badge_templates[name]": (value) => templateCriterion(nameCondition(value)),
  "badge_templates[reporting_tags]": (value) =>
    templateCriterion(sql`template.reporting_tags && ${splitCommaList(value)}::text[]`),
  "badge_templates[skills]": (value) =>
    templateCriterion(sql`template.skills && ${splitCommaList(value)}::text[]`),
  created_at_min: (value) => badgeCriterion(fromSql("created_at_min", "created_at", value)),
  created_at_max: (value) => badgeCriterion(untilSql("created_at_max", "created_at", value)),
  // A lower bound includes the badges that never expire (specification, "Filter format").
  expires_at_min: (value) => badgeCriterion(fromSql("expires_at_min", "expires_at", value)),
  expires_at_date_min: (value) => badgeCriterion(fromDaySql("expires_at_date_min", "expires_at", value)),
  expires_at_max: (value) => badgeCriterion(untilSql("expires_at_max", "expires_at", value)),
  expires_at_date_max: (value) => badgeCriterion(untilDaySql("expires_at_date_max", "expires_at", value)),
  state_updated_at_min: (value) => badgeCriterion(fromSql("state_updated_at_min", "state_updated_at", value)),
  state_updated_at_max: (value) =>
    badgeCriterion(changedUntilSql("state_updated_at_max", "state_updated_at", value)),
  updated_at_min: (value) => badgeCriterion(fromSql("updated_at_min", "updated_at", value)),
  updated_at_max: (value) => badgeCriterion(changedUntilSql("updated_at_max", "updated_at", value)),
  badge_template_id: (value) =>
    badgeCriterion(sql`badge.badge_template_id = ANY (${parseIdList("badge_template_id", value)}::uuid[])`),
  recipient_email: (value) => badgeCriterion(sql`badge.recipient_email = ${normalizeEmailAddress(value)}`),
  // An address belongs to one account, so the inner select has one row or none.
  recipient_email_all: (value) =>
    badgeCriterion(sql`(badge.recipient_email = ${normalizeEmailAddress(value)} OR badge.user_id = (
      SELECT user_id FROM user_emails WHERE email = ${normalizeEmailAddress(value)} AND confirmed_at IS NOT NULL))`),
};

/** A sort key. */
export type SortKey = { column: Prisma.Sql; direction: Direction };

const sortBy =
  (name: string) =>
  (direction: Direction): SortKey => ({ column: raw(name), direction });

/** The collation for sorting names. Other lists have a column in it (see the migration name_order). */
const IN_NAME_ORDER = 'COLLATE "name_order"';

/** The only key that is not a column of the badge itself. */
export const TEMPLATE_NAME = "template.name_order";

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
