import { queryJson } from "@/lib/kernel/db";
import { createDateParser, jsonColumns, jsonRow } from "@/lib/kernel/json-rows";
import { parseBooleanFilter, parseIdList, parseNotAfter, parseNotBefore, parseChoices } from "@/lib/kernel/list/criteria";
import { splitCommaList, textMatch, type Filters } from "@/lib/kernel/list/filter";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Direction, Sorts } from "@/lib/kernel/list/sort";
import { isIssuableBy } from "@/lib/organizations/issuers/permission";
import { Prisma } from "@/prisma/generated/client";
import { OWNER_COLUMN, readTemplateRow, TEMPLATE_COLUMNS } from "./json";
import { BADGE_TEMPLATE_STATES } from "./schema";
import type { TemplateRow } from "./serializer";
import { summarySelect, type SummaryRow } from "./summary";

const { sql, raw } = Prisma;

const matches = (column: string, value: string): Prisma.Sql => {
  const match = textMatch(value);
  return "equals" in match
    ? sql`${raw(column)} = ${match.equals}`
    : sql`${raw(column)} ILIKE ${`%${match.contains}%`}`;
};

/** A year after 9999 has a plus sign in JavaScript but not in PostgreSQL. */
const moment = (at: Date) => sql`${at.toISOString().replace(/^\+0*/, "")}::timestamptz`;

const from = (key: string, column: string, value: string): Prisma.Sql =>
  sql`${raw(column)} >= ${moment(parseNotBefore(key, value).gte)}`;

const until = (key: string, column: string, value: string): Prisma.Sql => {
  const bound = parseNotAfter(key, value);
  return "lt" in bound
    ? sql`${raw(column)} < ${moment(bound.lt)}`
    : sql`${raw(column)} <= ${moment(bound.lte)}`;
};

/** Matches templates that show one of these recommendations. */
export const showing = (recommendationIds: string[]): Prisma.Sql => sql`EXISTS (
  SELECT FROM badge_template_recommendations AS link WHERE link.organization_id = template.organization_id
    AND link.badge_template_id = template.id AND link.recommendation_id = ANY (${recommendationIds}::uuid[]))`;

export const ownedBy = (organizationIds: string[]): Prisma.Sql =>
  sql`template.organization_id = ANY (${organizationIds}::uuid[])`;

/** Matches templates of an organization and of its grantors, issuable or not, by their index. */
export const ofOrganizationAndGrantors = (
  issuerId: string,
): Prisma.Sql => sql`template.organization_id = ANY (ARRAY(
  SELECT ${issuerId}::uuid UNION ALL SELECT grantor_id FROM issuer_authorizations WHERE issuer_id = ${issuerId}::uuid))`;

/** Active templates that an organization may issue from: its own, and those of its grantors. */
export const activeIssuableBy = (issuerId: string): Prisma.Sql =>
  sql`template.state = 'active' AND ${isIssuableBy(issuerId)}`;

/** Filters as SQL over `badge_templates AS template`. */
export const filters: Filters<Prisma.Sql> = {
  query: (value) => sql`(${matches("template.name", value)} OR ${matches("template.description", value)})`,
  name: (value) => matches("template.name", value),
  public: (value) => sql`template.public = ${parseBooleanFilter("public", value)}`,
  reporting_tags: (value) => sql`template.reporting_tags && ${splitCommaList(value)}::text[]`,
  recommendation_ids: (value) => showing(parseIdList("recommendation_ids", value)),
  skills: (value) => sql`template.skills && ${splitCommaList(value)}::text[]`,
  state: (value) =>
    sql`template.state = ANY (${parseChoices("state", BADGE_TEMPLATE_STATES, value)}::badge_template_state[])`,
  created_at_min: (value) => from("created_at_min", "template.created_at", value),
  created_at_max: (value) => until("created_at_max", "template.created_at", value),
  updated_at_min: (value) => from("updated_at_min", "template.updated_at", value),
  updated_at_max: (value) => until("updated_at_max", "template.updated_at", value),
  owner_id: (value) => ownedBy(parseIdList("owner_id", value)),
};

const by =
  (column: string) =>
  (direction: Direction): Prisma.Sql =>
    raw(`${column} ${direction}`);

export const sorts: Sorts<Prisma.Sql> = {
  name: by("template.name_order"),
  created_at: by("template.created_at"),
  updated_at: by("template.updated_at"),
  badges_count: by("total.issued"),
};

export const newestFirst = [by("template.created_at")("desc")];

/** A query for a list of templates: conditions, order and page. */
export type Listed = { where: Prisma.Sql[]; order: Prisma.Sql[]; page: PageRequest };

const conditionOf = ({ where }: Listed): Prisma.Sql =>
  sql`template.deleted_at IS NULL AND ${Prisma.join(where, " AND ")}`;

/** Selects the rows of a page as JSON, with these columns of `badge_templates AS template`. */
function rowsSql(listed: Listed, columns: string): Prisma.Sql {
  const { skip, take } = toSkipTake(listed.page);
  return sql`SELECT COALESCE(json_agg(one), '[]') FROM (
    SELECT ${raw(columns)} FROM (
      SELECT template.* FROM badge_templates AS template
      LEFT JOIN badge_template_counts AS total ON total.badge_template_id = template.id
      WHERE ${conditionOf(listed)} ORDER BY ${Prisma.join([...listed.order, raw("template.id DESC")])}
      LIMIT ${take} OFFSET ${skip}
    ) AS template) AS one`;
}

async function findRows<Row>(listed: Listed, columns: string, read: (row: Row) => Row): Promise<Row[]> {
  return ((await queryJson<Row[]>(rowsSql(listed, columns))) ?? []).map(read);
}

const count = async (listed: Listed): Promise<number> =>
  (await queryJson<number>(
    sql`SELECT count(*) FROM badge_templates AS template WHERE ${conditionOf(listed)}`,
  )) ?? 0;

export const findTemplatePage = (listed: Listed): Promise<Page<TemplateRow>> =>
  loadPage(
    listed.page,
    findRows(listed, `${TEMPLATE_COLUMNS}, ${OWNER_COLUMN}`, readTemplateRow),
    count(listed),
  );

const SUMMARY_COLUMNS = `${jsonColumns(summarySelect, "template")}, ${jsonRow(
  "owner.id, owner.name",
  "organizations AS owner WHERE owner.id = template.organization_id",
)} AS organization`;

const readSummary = createDateParser(summarySelect);

export const findSummaryPage = (listed: Listed): Promise<Page<SummaryRow>> =>
  loadPage(listed.page, findRows<SummaryRow>(listed, SUMMARY_COLUMNS, readSummary), count(listed));
