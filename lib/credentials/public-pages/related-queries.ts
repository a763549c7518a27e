import { db } from "@/lib/kernel/db";
import { Prisma } from "@/prisma/generated/client";
import { MAX_RELATED } from "./schema";
import type { CardRow } from "./card-serializer";
import type { RelatedRow } from "./serializer";

const { sql } = Prisma;

/** Public templates of the organization of `template`, by the index badge_templates_public_search_idx. */
const siblings = sql`badge_templates AS sibling
  WHERE sibling.organization_id = template.organization_id AND sibling.id <> template.id
    AND sibling.state = 'active' AND sibling.public AND sibling.deleted_at IS NULL`;

/** Before those that only share skills, of which a template has at most 100. */
const RECOMMENDED = 1_000;

/**
 * The public templates of the same organization that `template` recommends, and those that share most skills with it;
 * none when the template does not show them.
 */
const relatedCardsSql = sql`
  SELECT sibling.id, sibling.name, sibling.image_id AS "imageId", sibling.updated_at AS "updatedAt",
    '' AS issuer, NULL::date AS "issuedOn", 'valid' AS validity
  FROM (
    SELECT candidate.id, max(candidate.weight) AS weight FROM (
      SELECT recommendation.recommended_badge_template_id AS id, ${RECOMMENDED}::bigint AS weight
      FROM badge_template_recommendations AS link
      JOIN recommendations AS recommendation ON recommendation.id = link.recommendation_id
      WHERE link.organization_id = template.organization_id AND link.badge_template_id = template.id
      UNION ALL
      SELECT sibling.id, (SELECT count(*) FROM unnest(sibling.skills) AS skill WHERE skill = ANY (template.skills))
      FROM ${siblings} AND sibling.skills && template.skills
    ) AS candidate GROUP BY candidate.id
  ) AS found, LATERAL (SELECT sibling.* FROM ${siblings} AND sibling.id = found.id) AS sibling
  WHERE template.settings_enable_related_badges
  ORDER BY found.weight DESC, sibling.name_order, sibling.id LIMIT ${MAX_RELATED}`;

/** The skills of `template` that another public template of its organization has; none when it does not link them. */
const linkedSkillsSql = sql`
  SELECT skill FROM unnest(template.skills) AS skill
  WHERE template.show_skill_tag_links AND EXISTS (SELECT FROM ${siblings} AND sibling.skills @> ARRAY[skill])`;

/** What the pages of `template` and of its badges show of other templates, as one text. */
export const relatedText = sql`concat_ws(E'\n',
  (SELECT string_agg(card::text, '') FROM (${relatedCardsSql}) AS card), ARRAY(${linkedSkillsSql})::text)`;

/** Finds the related badges of a template, and its skills that lead to other badges. */
export async function findRelated(templateId: string): Promise<RelatedRow | null> {
  const rows = await db().$queryRaw<{ cards: CardRow[]; skills: string[]; slug: string }[]>`
    SELECT (SELECT COALESCE(json_agg(card), '[]') FROM (${relatedCardsSql}) AS card) AS cards,
      ARRAY(${linkedSkillsSql}) AS skills, owner.vanity_slug AS slug
    FROM badge_templates AS template JOIN organizations AS owner ON owner.id = template.organization_id
    WHERE template.id = ${templateId}::uuid`;
  return rows[0] ?? null;
}
