import { db } from "@/lib/kernel/db";
import { idCondition, idOrder, type IdBatch } from "@/lib/kernel/list/id-batch";
import { Prisma } from "@/prisma/generated/client";
import {
  activitiesText,
  collectionJoin,
  endorsementsText,
  hasConfirmedAddress,
  IS_PUBLIC_BADGE,
  organizationText,
  userText,
  validitySql,
  relatedText,
} from "./queries";
import { IS_PUBLIC_TEMPLATE } from "./template-queries";

export type ListedBadgeRow = { id: string; state: "accepted" | "revoked" | "replaced" };

/** Finds badges that may have a public page or document, also of a revoked or replaced one. */
export const findListedBadges = (batch: IdBatch): Promise<ListedBadgeRow[]> =>
  db().$queryRaw<ListedBadgeRow[]>`
    SELECT badge.id, badge.state::text AS state FROM issued_badges AS badge
    WHERE ${idCondition("badge.id", batch)} AND badge.deleted_at IS NULL
      AND (badge.state = 'replaced' OR badge.state = 'accepted' AND badge.public
        OR badge.state = 'revoked' AND badge.accepted_at IS NOT NULL)
    ${idOrder("badge.id", batch)}`;

/** A page with a list: `total` is the number of its cards, and the stamp is of all of them. */
export type ListedPageRow = { id: string; slug: string; total: number; stamp: string };

/** Finds people with a public page. */
export const findListedProfiles = (batch: IdBatch): Promise<ListedPageRow[]> =>
  db().$queryRaw<ListedPageRow[]>`
    SELECT person.id, person.vanity_slug AS slug, cards.total,
      md5(concat_ws(E'\n', ${userText}, cards.text)) AS stamp
    FROM (
      SELECT person.* FROM users AS person
      WHERE ${idCondition("person.id", batch)} AND person.vanity_slug IS NOT NULL
        AND person.deleted_at IS NULL AND person.merged_into_id IS NULL AND ${hasConfirmedAddress}
        AND EXISTS (SELECT FROM issued_badges AS badge WHERE badge.user_id = person.id AND ${IS_PUBLIC_BADGE})
      ${idOrder("person.id", batch)}
    ) AS person, LATERAL (
      SELECT count(*)::int AS total, string_agg(ROW(badge.id, badge.updated_at, ${validitySql()},
        template.name, template.image_id, owner.name, issuing.name,
        collection.name, collection.position, collected.position)::text, '' ORDER BY badge.id) AS text
      FROM issued_badges AS badge
      JOIN badge_templates AS template ON template.id = badge.badge_template_id
      JOIN organizations AS owner ON owner.id = template.organization_id
      JOIN organizations AS issuing ON issuing.id = badge.organization_id
      ${collectionJoin}
      WHERE badge.user_id = person.id AND ${IS_PUBLIC_BADGE}
    ) AS cards
    ORDER BY person.id`;

/** Finds organizations, all of which have a public page. */
export const findListedOrganizations = (batch: IdBatch): Promise<ListedPageRow[]> =>
  db().$queryRaw<ListedPageRow[]>`
    SELECT owner.id, owner.vanity_slug AS slug, cards.total,
      md5(concat_ws(E'\n', owner.updated_at, ${organizationText("owner")}, cards.text)) AS stamp
    FROM organizations AS owner, LATERAL (
      SELECT count(*)::int AS total,
        string_agg(ROW(template.id, template.updated_at)::text, '' ORDER BY template.id) AS text
      FROM badge_templates AS template WHERE template.organization_id = owner.id AND ${IS_PUBLIC_TEMPLATE}
    ) AS cards
    WHERE ${idCondition("owner.id", batch)}
    ${idOrder("owner.id", batch)}`;

export type ListedTemplateRow = {
  id: string;
  /** The organization that owns it. */
  slug: string;
  hasPage: boolean;
  /** Other organizations that issued public badges of it in their own name. */
  issuerIds: string[];
  stamp: string;
};

/** Finds templates that are public, or have public badges. */
export const findListedTemplates = (batch: IdBatch): Promise<ListedTemplateRow[]> =>
  db().$queryRaw<ListedTemplateRow[]>`
    SELECT template.id, owner.vanity_slug AS slug, ${IS_PUBLIC_TEMPLATE} AS "hasPage", issuers.ids AS "issuerIds",
      md5(concat_ws(E'\n', template::text, ${activitiesText}, ${endorsementsText}, ${organizationText("owner")}, owner.updated_at,
        issuers.ids::text, ${relatedText})) AS stamp
    FROM (
      SELECT template.* FROM badge_templates AS template
      WHERE ${idCondition("template.id", batch)} AND template.deleted_at IS NULL AND template.state <> 'draft'
        AND (template.public
          OR EXISTS (SELECT FROM issued_badges AS badge WHERE badge.badge_template_id = template.id AND ${IS_PUBLIC_BADGE}))
      ${idOrder("template.id", batch)}
    ) AS template
    JOIN organizations AS owner ON owner.id = template.organization_id
    CROSS JOIN LATERAL (
      SELECT COALESCE(array_agg(DISTINCT badge.organization_id::text), '{}') AS ids FROM issued_badges AS badge
      WHERE badge.badge_template_id = template.id AND badge.organization_id <> template.organization_id
        AND badge.display_issuer_as = 'issuer' AND ${IS_PUBLIC_BADGE}
    ) AS issuers
    ORDER BY template.id`;

/** Whether anyone may see a picture of a template: it is public, or has a public badge. */
const IS_SHOWN_TEMPLATE = Prisma.sql`template.deleted_at IS NULL AND (${IS_PUBLIC_TEMPLATE} OR EXISTS (
  SELECT FROM issued_badges AS badge WHERE badge.badge_template_id = template.id
    AND badge.state IN ('accepted', 'replaced', 'revoked') AND badge.public AND badge.deleted_at IS NULL))`;

/**
 * Finds which of these images may be published: those of public templates, organizations and people, and former ones,
 * which older credentials name. Not those that only private records use.
 */
export async function findPublishedImages(ids: string[]): Promise<Set<string>> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT image.id FROM images AS image
    WHERE image.id = ANY (${ids}::uuid[])
      AND NOT EXISTS (SELECT FROM external_badges AS external WHERE external.image_id = image.id)
      AND NOT EXISTS (
        SELECT FROM users AS person WHERE person.photo_id = image.id
          AND NOT (person.deleted_at IS NULL AND person.merged_into_id IS NULL AND ${hasConfirmedAddress}
            AND EXISTS (SELECT FROM issued_badges AS badge WHERE badge.user_id = person.id AND ${IS_PUBLIC_BADGE})))
      AND (NOT EXISTS (SELECT FROM badge_templates AS template WHERE template.image_id = image.id)
        OR EXISTS (SELECT FROM badge_templates AS template WHERE template.image_id = image.id AND ${IS_SHOWN_TEMPLATE})
        OR EXISTS (
          SELECT FROM badge_templates AS required
          JOIN badge_template_activities AS activity ON activity.required_badge_template_id = required.id
          JOIN badge_templates AS template ON template.id = activity.badge_template_id
          WHERE required.image_id = image.id AND ${IS_SHOWN_TEMPLATE}))`;
  return new Set(rows.map(({ id }) => id));
}
