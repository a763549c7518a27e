import type { EngagementKind } from "@/lib/badges/engagement/choices";
import { queryJson } from "@/lib/kernel/db";
import { Prisma } from "@/prisma/generated/client";
import type { AnalyticsInput } from "./schema";

const { sql } = Prisma;

/** What is counted: badges, or what happened to them. */
export type Measure = EngagementKind | "issued" | "accepted";
type Counts = Partial<Record<Measure, number>>;

export type AnalyticsRow = {
  /** By the first day of the period. */
  periods: { from: string; counts: Counts }[];
  channels: { kind: EngagementKind; channel: string; count: number }[];
  templates: { id: string; name: string; ownerId: string; counts: Counts }[];
  groups: { id: string; name: string; counts: Counts }[];
};

/** The most templates and groups of a report. */
const MAX_ROWS = 500;

const ofTemplate = ({ badgeTemplateId }: AnalyticsInput): Prisma.Sql =>
  badgeTemplateId === null ? Prisma.empty : sql`AND badge_template_id = ${badgeTemplateId}::uuid`;

/** The first day of the period of a day. */
const periodSql = (day: Prisma.Sql, { interval, from }: AnalyticsInput): Prisma.Sql =>
  sql`GREATEST(date_trunc(${interval}, (${day})::timestamp)::date, ${from}::date)`;

/** Badges by their issue date; with those of them that were accepted, unless these are counted by their own date. */
function issuedSql(organizationId: string, input: AnalyticsInput): Prisma.Sql {
  const accepted = input.by === "issued_at" ? sql`, ('accepted', accepted)` : Prisma.empty;
  return sql`
    SELECT template_id, group_id, period, measure, NULL AS channel, number FROM (
      SELECT badge_template_id AS template_id, issuer_earner_group_id AS group_id,
        ${periodSql(sql`issued_at_date`, input)} AS period, count(*) AS issued, count(accepted_at) AS accepted
      FROM issued_badges
      WHERE organization_id = ${organizationId}::uuid AND deleted_at IS NULL ${ofTemplate(input)}
        AND issued_at_date BETWEEN ${input.from}::date AND ${input.to}::date
      GROUP BY 1, 2, 3
    ) AS badges CROSS JOIN LATERAL (VALUES ('issued', issued)${accepted}) AS measured (measure, number)`;
}

/** Badges by the day (UTC) on which they were first accepted. */
const acceptedSql = (organizationId: string, input: AnalyticsInput): Prisma.Sql => sql`
  UNION ALL
  SELECT badge_template_id, issuer_earner_group_id, ${periodSql(sql`accepted_at AT TIME ZONE 'UTC'`, input)},
    'accepted', NULL, count(*)
  FROM issued_badges
  WHERE organization_id = ${organizationId}::uuid AND deleted_at IS NULL ${ofTemplate(input)}
    AND accepted_at >= ${input.from}::date::timestamp AT TIME ZONE 'UTC'
    AND accepted_at < (${input.to}::date + 1)::timestamp AT TIME ZONE 'UTC'
  GROUP BY 1, 2, 3`;

const engagementSql = (organizationId: string, input: AnalyticsInput): Prisma.Sql => sql`
  UNION ALL
  SELECT badge_template_id, NULL::uuid, ${periodSql(sql`day`, input)}, kind::text, channel, sum(count)
  FROM engagement_counts
  WHERE organization_id = ${organizationId}::uuid ${ofTemplate(input)}
    AND day BETWEEN ${input.from}::date AND ${input.to}::date
  GROUP BY 1, 2, 3, 4, 5`;

/** Adds up the measures of each value of a column. */
const totalsSql = (column: Prisma.Sql): Prisma.Sql => sql`(
  SELECT ${column}, json_object_agg(measure, number) AS counts, sum(number) AS activity FROM (
    SELECT ${column}, measure, sum(number)::int AS number FROM facts WHERE ${column} IS NOT NULL GROUP BY 1, 2
  ) AS measured GROUP BY 1)`;

const listSql = (rows: Prisma.Sql): Prisma.Sql =>
  sql`(SELECT COALESCE(json_agg(one), '[]') FROM (${rows}) AS one)`;

/** Counts what happened to the badges of an organization, in one statement. */
export async function countActivity(organizationId: string, input: AnalyticsInput): Promise<AnalyticsRow> {
  const accepted = input.by === "event_date" ? acceptedSql(organizationId, input) : Prisma.empty;
  const row = await queryJson<AnalyticsRow>(sql`
    WITH facts AS MATERIALIZED (
      ${issuedSql(organizationId, input)} ${accepted} ${engagementSql(organizationId, input)}
    )
    SELECT json_build_object(
      'periods', ${listSql(sql`SELECT period AS "from", counts FROM ${totalsSql(sql`period`)} AS total`)},
      'channels', ${listSql(sql`
        SELECT measure AS kind, channel, sum(number)::int AS count FROM facts WHERE channel IS NOT NULL
        GROUP BY 1, 2 ORDER BY 1, 3 DESC, 2`)},
      'templates', ${listSql(sql`
        SELECT template.id, template.name, template.organization_id AS "ownerId", counts
        FROM ${totalsSql(sql`template_id`)} AS total JOIN badge_templates AS template ON template.id = template_id
        ORDER BY activity DESC, template.id LIMIT ${MAX_ROWS}`)},
      'groups', ${listSql(sql`
        SELECT earner_group.external_id AS id, earner_group.name, counts
        FROM ${totalsSql(sql`group_id`)} AS total
        JOIN issuer_earner_groups AS earner_group
          ON earner_group.id = group_id AND earner_group.organization_id = ${organizationId}::uuid
        ORDER BY activity DESC, earner_group.id LIMIT ${MAX_ROWS}`)}
    )`);
  return row ?? { periods: [], channels: [], templates: [], groups: [] };
}
