import { clock } from "@/lib/kernel/clock";
import { db, queryJson } from "@/lib/kernel/db";
import { Prisma } from "@/prisma/generated/client";
import type { BadgeDesign } from "@/lib/art/design/schema";
import { MAX_RECOMMENDING_TEMPLATES, BADGE_TEMPLATE_STATES } from "./schema";
import { templateSelect, type TemplateRow } from "./serializer";
import { createDateParser, selectedColumns, jsonRow } from "@/lib/kernel/json-rows";
import { parseBooleanFilter, parseIdList, parseChoices } from "@/lib/kernel/list/filter-values";
import { splitCommaList, textMatch, type Filters } from "@/lib/kernel/list/filter";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Sorts } from "@/lib/kernel/list/sort";
import { fromSql, sortBy, untilSql } from "@/lib/kernel/list/sql-list";
import { matchesNameSql, matchesWordsSql } from "@/lib/kernel/search-text";
import { isIssuableBy } from "@/lib/organizations/issuers/permission";
import { FOLDED_TEMPLATE, OWNER_COLUMN, parseTemplateWithOwnerJson, TEMPLATE_COLUMNS } from "./json";
import { summarySelect, type SummaryRow } from "./summary";

const { sql, raw } = Prisma;

/** Matches templates that show one of these recommendations. */
export const showsRecommendationSql = (recommendationIds: string[]): Prisma.Sql => sql`EXISTS (
  SELECT FROM badge_template_recommendations AS link WHERE link.organization_id = template.organization_id
    AND link.badge_template_id = template.id AND link.recommendation_id = ANY (${recommendationIds}::uuid[]))`;

/** Matches templates that require a badge of another template. */
export const requiresTemplateSql = (templateId: string): Prisma.Sql => sql`EXISTS (
  SELECT FROM badge_template_activities AS activity WHERE activity.organization_id = template.organization_id
    AND activity.badge_template_id = template.id AND activity.required_badge_template_id = ${templateId}::uuid)`;

export const ownedBySql = (organizationIds: string[]): Prisma.Sql =>
  sql`template.organization_id = ANY (${organizationIds}::uuid[])`;

/** Matches templates of an organization and of its grantors, issuable or not, by their index. */
export const ownedByOrganizationOrGrantorsSql = (
  issuerId: string,
): Prisma.Sql => sql`template.organization_id = ANY (ARRAY(
  SELECT ${issuerId}::uuid UNION ALL SELECT grantor_id FROM issuer_authorizations WHERE issuer_id = ${issuerId}::uuid))`;

/** Active templates that an organization may issue from: its own, and those of its grantors. */
export const activeIssuableBySql = (issuerId: string): Prisma.Sql =>
  sql`template.state = 'active' AND ${isIssuableBy(issuerId)}`;

/** Filters as SQL over `badge_templates AS template`. */
export const filters: Filters<Prisma.Sql> = {
  query: (value) => {
    const match = textMatch(value);
    return "equals" in match
      ? sql`${match.equals} IN (template.name, template.description)`
      : matchesWordsSql(raw(FOLDED_TEMPLATE), value);
  },
  name: (value) => matchesNameSql(sql`template.name`, value),
  public: (value) => sql`template.public = ${parseBooleanFilter("public", value)}`,
  reporting_tags: (value) => sql`template.reporting_tags && ${splitCommaList(value)}::text[]`,
  recommendation_ids: (value) => showsRecommendationSql(parseIdList("recommendation_ids", value)),
  skills: (value) => sql`template.skills && ${splitCommaList(value)}::text[]`,
  state: (value) =>
    sql`template.state = ANY (${parseChoices("state", BADGE_TEMPLATE_STATES, value)}::badge_template_state[])`,
  created_at_min: (value) => fromSql("created_at_min", sql`template.created_at`, value),
  created_at_max: (value) => untilSql("created_at_max", sql`template.created_at`, value),
  updated_at_min: (value) => fromSql("updated_at_min", sql`template.updated_at`, value),
  updated_at_max: (value) => untilSql("updated_at_max", sql`template.updated_at`, value),
  owner_id: (value) => ownedBySql(parseIdList("owner_id", value)),
};

const ISSUED_COUNT =
  "(SELECT COALESCE(sum(issued), 0) FROM badge_template_issue_counts WHERE badge_template_id = template.id)";

export const sorts: Sorts<Prisma.Sql> = {
  name: sortBy("template.name_order"),
  created_at: sortBy("template.created_at"),
  updated_at: sortBy("template.updated_at"),
  badges_count: sortBy(ISSUED_COUNT),
};

export const newestFirst = [sortBy("template.created_at")("desc")];
export const byName = [sortBy("template.name_order")("asc")];

/** A query for a list of templates: conditions, order and page. */
export type TemplateQuery = { where: Prisma.Sql[]; order: Prisma.Sql[]; page: PageRequest };

const queryCondition = ({ where }: TemplateQuery): Prisma.Sql =>
  sql`template.deleted_at IS NULL AND ${Prisma.join(where, " AND ")}`;

/** Selects the rows of a page as JSON, with these columns of `badge_templates AS template`. */
function rowsSql(query: TemplateQuery, columns: string): Prisma.Sql {
  const { skip, take } = toSkipTake(query.page);
  return sql`SELECT COALESCE(json_agg(one), '[]') FROM (
    SELECT ${raw(columns)} FROM (
      SELECT template.* FROM badge_templates AS template
      WHERE ${queryCondition(query)} ORDER BY ${Prisma.join([...query.order, raw("template.id DESC")])}
      LIMIT ${take} OFFSET ${skip}
    ) AS template) AS one`;
}

async function findRows<Row>(query: TemplateQuery, columns: string, read: (row: Row) => Row): Promise<Row[]> {
  return ((await queryJson<Row[]>(rowsSql(query, columns))) ?? []).map(read);
}

const countRows = async (query: TemplateQuery): Promise<number> =>
  (await queryJson<number>(
    sql`SELECT count(*) FROM badge_templates AS template WHERE ${queryCondition(query)}`,
  )) ?? 0;

export const findTemplatePage = (query: TemplateQuery): Promise<Page<TemplateRow>> =>
  loadPage(
    query.page,
    findRows(query, `${TEMPLATE_COLUMNS}, ${OWNER_COLUMN}`, parseTemplateWithOwnerJson),
    countRows(query),
  );

const SUMMARY_COLUMNS = `${selectedColumns("BadgeTemplate", summarySelect, "template")}, ${jsonRow(
  "owner.id, owner.name",
  "organizations AS owner WHERE owner.id = template.organization_id",
)} AS organization`;

const readSummary = createDateParser("BadgeTemplate", summarySelect);

export const findSummaryPage = (query: TemplateQuery): Promise<Page<SummaryRow>> =>
  loadPage(query.page, findRows<SummaryRow>(query, SUMMARY_COLUMNS, readSummary), countRows(query));

/** A template that a file can name. */
type NamedTemplate = { id: string; name: string };

const activeIssuable = (organizationId: string): Prisma.Sql => sql`
  FROM badge_templates AS template WHERE template.deleted_at IS NULL
    AND ${ownedByOrganizationOrGrantorsSql(organizationId)} AND ${activeIssuableBySql(organizationId)}`;

/** Finds active templates that an organization may issue from, by their ids and exact names, at most `limit`. */
export const findIssuableByText = async (
  organizationId: string,
  texts: string[],
  limit: number,
): Promise<NamedTemplate[]> =>
  (await queryJson<NamedTemplate[]>(sql`
    SELECT COALESCE(json_agg(one), '[]') FROM (
      SELECT template.id, template.name ${activeIssuable(organizationId)}
        AND (template.name = ANY (${texts}::text[]) OR template.id::text = ANY (${texts.map((text) => text.toLowerCase())}::text[]))
      ORDER BY template.name, template.id LIMIT ${limit}
    ) AS one`)) ?? [];

/** Lists active templates that an organization may issue from, by name, at most `limit`. */
export const listIssuableByName = async (organizationId: string, limit: number): Promise<NamedTemplate[]> =>
  (await queryJson<NamedTemplate[]>(sql`
    SELECT COALESCE(json_agg(one), '[]') FROM (
      SELECT template.id, template.name ${activeIssuable(organizationId)} ORDER BY template.name, template.id LIMIT ${limit}
    ) AS one`)) ?? [];

export const findTemplateWhere = (where: Prisma.BadgeTemplateWhereInput): Promise<TemplateRow | null> =>
  db().badgeTemplate.findFirst({
    where: { ...where, deletedAt: null },
    select: templateSelect,
    relationLoadStrategy: "join",
  });

/** Finds the names of an organization's templates, at most `limit`, sorted by name. */
export const findTemplateNames = (organizationId: string, limit: number) =>
  db().badgeTemplate.findMany({
    where: { organizationId, deletedAt: null },
    select: { id: true, name: true },
    orderBy: [{ nameOrder: "asc" }, { id: "asc" }],
    take: limit,
  });

export const findTemplate = (organizationId: string, id: string): Promise<TemplateRow | null> =>
  findTemplateWhere({ id, organizationId });

/** Finds templates for their events, deleted ones included. */
export const findTemplatesForEvents = (ids: string[]): Promise<TemplateRow[]> =>
  db().badgeTemplate.findMany({
    where: { id: { in: ids } },
    select: templateSelect,
    relationLoadStrategy: "join",
  });

/** Locks a template for a change. Returns false when there is none. */
export async function lockTemplate(organizationId: string, id: string): Promise<boolean> {
  const rows = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM badge_templates
    WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid AND deleted_at IS NULL FOR UPDATE`;
  return rows.length > 0;
}

/** Columns with the design as JSON. No design is NULL in the database, not JSON's null. */
type WithDesign<Columns> = Omit<Columns, "design"> & { design?: BadgeDesign | null };

const designColumn = (design: BadgeDesign | null | undefined) =>
  design === undefined ? {} : { design: design ?? Prisma.DbNull };

export const insertTemplate = ({ design, ...data }: WithDesign<Prisma.BadgeTemplateUncheckedCreateInput>) =>
  db().badgeTemplate.create({
    data: { ...data, ...designColumn(design) },
    select: { id: true },
  });

export const saveTemplate = (
  id: string,
  { design, ...data }: WithDesign<Prisma.BadgeTemplateUncheckedUpdateInput>,
) =>
  db().badgeTemplate.update({
    where: { id },
    data: { ...data, ...designColumn(design) },
    select: { id: true },
  });

export type ActivityRow = Omit<
  Prisma.BadgeTemplateActivityCreateManyInput,
  "organizationId" | "badgeTemplateId"
>;

export async function replaceActivities(
  organizationId: string,
  badgeTemplateId: string,
  rows: ActivityRow[],
) {
  await db().badgeTemplateActivity.deleteMany({ where: { organizationId, badgeTemplateId } });
  await db().badgeTemplateActivity.createMany({
    data: rows.map((row) => ({ ...row, organizationId, badgeTemplateId })),
  });
}

/** Locks recommendations of the organization against deletion. Returns those of `ids` that exist. */
export async function lockRecommendations(organizationId: string, ids: string[]): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT id FROM recommendations
    WHERE organization_id = ${organizationId}::uuid AND id = ANY (${ids}::uuid[]) ORDER BY id FOR KEY SHARE`;
  return rows.map(({ id }) => id);
}

export async function replaceRecommendations(organizationId: string, badgeTemplateId: string, ids: string[]) {
  await db().badgeTemplateRecommendation.deleteMany({ where: { organizationId, badgeTemplateId } });
  const data = ids.map((recommendationId) => ({ organizationId, badgeTemplateId, recommendationId }));
  await db().badgeTemplateRecommendation.createMany({ data });
}

/** Finds one of these recommendations that more templates show than allowed. Null when there is none. */
export async function findRecommendationOverLimit(
  organizationId: string,
  ids: string[],
): Promise<string | null> {
  const [found] = await db().badgeTemplateRecommendation.groupBy({
    by: ["recommendationId"],
    where: { organizationId, recommendationId: { in: ids } },
    having: { badgeTemplateId: { _count: { gt: MAX_RECOMMENDING_TEMPLATES } } },
    orderBy: { recommendationId: "asc" },
    take: 1,
  });
  return found?.recommendationId ?? null;
}

/** Updates the titles of recommendations of type `badge`, which are the names of the recommended templates. */
export const retitleRecommendations = (organizationId: string, badgeTemplateId: string, title: string) =>
  db().recommendation.updateMany({
    where: { organizationId, recommendedBadgeTemplateId: badgeTemplateId, title: { not: title } },
    data: { title },
  });

/**
 * Removes a template from all recommendations: deletes those that recommend it, and its links to those that it shows.
 */
export async function removeFromRecommendations(organizationId: string, badgeTemplateId: string) {
  // In this order: recommendations are always locked before their links.
  await db().recommendation.deleteMany({
    where: { organizationId, recommendedBadgeTemplateId: badgeTemplateId },
  });
  await db().badgeTemplateRecommendation.deleteMany({ where: { organizationId, badgeTemplateId } });
}

/**
 * Deletes the rules of the learning edition that issue a template: without it they could be neither seen nor removed.
 */
export const deleteLearningRules = (organizationId: string, badgeTemplateId: string) =>
  db().learningRule.deleteMany({ where: { organizationId, badgeTemplateId } });

/** Ends the endorsements of a template: those that were accepted are revoked, by a trigger. */
export const endEndorsements = (templateOrganizationId: string, badgeTemplateId: string) =>
  db().endorsement.updateMany({
    where: { templateOrganizationId, badgeTemplateId, state: { in: ["offered", "accepted"] } },
    data: { state: "declined", stateUpdatedAt: clock.now() },
  });

export const countTemplates = (organizationId: string, ids: string[]) =>
  db().badgeTemplate.count({ where: { organizationId, id: { in: ids }, deletedAt: null } });

export const markTemplateDeleted = (id: string) =>
  db().badgeTemplate.update({ where: { id }, data: { deletedAt: clock.now() }, select: { id: true } });
