import { db } from "@/lib/kernel/db";
import { FOLDED_TEMPLATE } from "@/lib/badges/templates/json";
import { matchesWordsSql } from "@/lib/kernel/search-text";
import { Prisma } from "@/prisma/generated/client";
import { MAX_OFFERED_SKILLS, PER_PAGE, type TemplateFilter } from "./schema";
import type { CardPage, CardRow } from "./serializer";

const { sql, raw } = Prisma;

/** Whether a template has a public page. */
export const IS_PUBLIC_TEMPLATE = sql`template.state = 'active' AND template.public AND template.deleted_at IS NULL`;

/** The public templates of an organization, by the index badge_templates_search_idx. */
const publicTemplates = (organizationId: Prisma.Sql) =>
  sql`badge_templates AS template WHERE template.organization_id = ${organizationId} AND ${IS_PUBLIC_TEMPLATE}`;

/** Each word stands in the name or the description; the badge has the skill. */
const filterSql = ({ query, skill }: TemplateFilter): Prisma.Sql => sql`
  AND ${matchesWordsSql(raw(FOLDED_TEMPLATE), query)}
  ${skill === "" ? Prisma.empty : sql`AND template.skills @> ARRAY[${skill}]::text[]`}`;

export type ListedTemplates = { organizationId: Prisma.Sql; filter: TemplateFilter; page: number };

/** The public templates of an organization that match, by name. */
export const templateCardsSql = ({ organizationId, filter, page }: ListedTemplates) => sql`
  SELECT template.id, template.name, template.image_id AS "imageId", template.updated_at AS "updatedAt",
    '' AS issuer, NULL::date AS "issuedOn", 'valid' AS validity, (count(*) OVER ())::int AS total
  FROM ${publicTemplates(organizationId)} ${filterSql(filter)}
  ORDER BY template.name_order, template.id LIMIT ${PER_PAGE} OFFSET ${(page - 1) * PER_PAGE}`;

/** The skills that most public templates of an organization have, in alphabetical order. */
export const offeredSkillsSql = (organizationId: Prisma.Sql) => sql`
  SELECT offered.skill FROM (
    SELECT skill, count(*) AS count
    FROM (SELECT unnest(template.skills) AS skill FROM ${publicTemplates(organizationId)}) AS one
    GROUP BY skill ORDER BY count DESC, skill LIMIT ${MAX_OFFERED_SKILLS}
  ) AS offered ORDER BY lower(offered.skill), offered.skill`;

/** Finds a page of the public templates of an organization that match, and the skills to filter them by. */
export async function findTemplateCards(
  organizationId: string,
  filter: TemplateFilter,
  page: number,
): Promise<CardPage & { skills: string[] }> {
  const id = sql`${organizationId}::uuid`;
  const cards = templateCardsSql({ organizationId: id, filter, page });
  const [found] = await db().$queryRaw<{ rows: (CardRow & { total: number })[]; skills: string[] }[]>`
    SELECT (SELECT COALESCE(json_agg(card), '[]') FROM (${cards}) AS card) AS rows,
      ARRAY(${offeredSkillsSql(id)}) AS skills`;
  const { rows, skills } = found ?? { rows: [], skills: [] };
  return { rows, total: rows[0]?.total ?? 0, page, skills };
}
