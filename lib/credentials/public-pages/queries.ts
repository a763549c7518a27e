import { validityBound } from "@/lib/badges/issued/choices";
import { clock } from "@/lib/kernel/clock";
import { db, queryJson } from "@/lib/kernel/db";
import { isUuid } from "@/lib/kernel/ids";
import { Prisma } from "@/prisma/generated/client";
import {
  type CardPage,
  type CollectedCardRow,
  organizationPageSelect,
  profileSelect,
  templatePageSelect,
  type TemplatePageRow,
  type CardRow,
  type RelatedRow,
} from "./serializer";
import { drawnBadgeSelect } from "./drawn-serializer";
import { PER_PAGE, type TemplateFilter, MAX_RELATED } from "./schema";
import { IS_PUBLIC_TEMPLATE, offeredSkillsSql, templateCardsSql } from "./template-queries";

const { sql } = Prisma;

/** Public templates of the organization of `template`, by the index badge_templates_search_idx. */
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

/**
 * A stamp is a digest of the rows that a page shows: every addition, change or removal gives another stamp. The rows
 * include `updated_at`, so a value that was changed and changed back also gives another stamp.
 */
export type PageStamp = { stamp: string };

/** Columns of a row as one text. */
const rowText = (name: string, columns: string) =>
  Prisma.raw(
    `ROW(${columns
      .split(" ")
      .map((column) => `${name}.${column}`)
      .join(", ")})::text`,
  );

/** The public columns of an organization, without those that its webhooks update every minute. */
export const organizationText = (name: string) =>
  rowText(
    name,
    "id name vanity_slug photo_id website_url primary_hex_color verified_at verified_domain bio location city state_or_province country support_email support_url twitter_url facebook_url linked_in_url",
  );

/** How the certificates of an organization look. */
const certificateDesignText = (organization: string) => Prisma.sql`(
  SELECT certificate_design::text FROM certificate_designs AS certificate_design
  WHERE certificate_design.organization_id = ${Prisma.raw(organization)}.id)`;

/** How the certificates of a template look where its organization is the issuer. */
const templateDesignText = Prisma.sql`(
  SELECT template_design::text FROM template_certificate_designs AS template_design
  WHERE template_design.organization_id = template.organization_id
    AND template_design.badge_template_id = template.id)`;

/** Whether the person has a confirmed address; only then they have a public page. */
export const hasConfirmedAddress = Prisma.sql`EXISTS (
  SELECT FROM user_emails AS address WHERE address.user_id = person.id AND address.confirmed_at IS NOT NULL)`;

const userColumnsText = rowText(
  "person",
  "id first_name middle_name last_name headline bio current_position_name current_organization_name photo_id vanity_slug updated_at",
);

/** The public columns of a person. */
export const userText = Prisma.sql`${userColumnsText}, ${hasConfirmedAddress}`;

/** The activities of a template, with the names of the badges that it requires. */
export const activitiesText = Prisma.sql`(
  SELECT string_agg(ROW(activity.*, required.name, required.image_id)::text, '' ORDER BY activity.position)
  FROM badge_template_activities AS activity
  LEFT JOIN badge_templates AS required ON required.id = activity.required_badge_template_id
  WHERE activity.organization_id = template.organization_id AND activity.badge_template_id = template.id)`;

/** The accepted endorsements of a template, with the public columns of the organizations that endorse. */
export const endorsementsText = Prisma.sql`(
  SELECT string_agg(concat_ws(E'\n', endorsement.id, ${organizationText("endorser")}), '' ORDER BY endorsement.id)
  FROM endorsements AS endorsement JOIN organizations AS endorser ON endorser.id = endorsement.organization_id
  WHERE endorsement.badge_template_id = template.id AND endorsement.state = 'accepted')`;

/** What the dates of a badge say now (`datedValidity`). */
export function validitySql(): Prisma.Sql {
  const bound = validityBound(clock.now());
  return Prisma.sql`CASE WHEN badge.issued_at >= ${bound} THEN 'not_yet_valid'
    WHEN badge.expires_at < ${bound} THEN 'expired' ELSE 'valid' END`;
}

export type BadgeStamp = PageStamp & {
  state: string;
  public: boolean;
  /** Its earner has accepted it at some time. */
  wasAccepted: boolean;
  isOwnerGone: boolean;
  /** Of its page, which also shows related badges. */
  pageStamp: string;
  /** Of its certificate, which also has a design. */
  certificateStamp: string;
};

/**
 * Finds the states of badges by their ids, with the stamp of everything that the card and credential of a badge show,
 * and those of its page and its certificate. Related badges are read once for all badges of a template.
 */
export async function findBadgeStamps(ids: string[]): Promise<Map<string, BadgeStamp>> {
  const rows = await queryJson<(BadgeStamp & { id: string })[]>(Prisma.sql`
    WITH related AS MATERIALIZED (
      SELECT template.id, ${relatedText} AS text FROM badge_templates AS template
      WHERE template.id IN (SELECT badge_template_id FROM issued_badges WHERE id = ANY (${ids}::uuid[]))
    )
    SELECT COALESCE(json_agg(badge), '[]') FROM (
      SELECT one.*, md5(concat_ws(E'\n', one.stamp, related.text)) AS "pageStamp",
        md5(concat_ws(E'\n', one.stamp, one.designs)) AS "certificateStamp" FROM (
      SELECT badge.id, badge.badge_template_id, badge.state::text AS state, badge.public, badge.accepted_at IS NOT NULL AS "wasAccepted",
        person.deleted_at IS NOT NULL AS "isOwnerGone",
        md5(concat_ws(E'\n', badge::text, ${validitySql()}, template::text, ${activitiesText},
          ${endorsementsText}, ${organizationText("owner")}, ${organizationText("issuing")}, ${userText})) AS stamp,
        concat_ws(E'\n', ${certificateDesignText("owner")}, ${certificateDesignText("issuing")},
          ${templateDesignText}) AS designs
      FROM issued_badges AS badge
      JOIN badge_templates AS template ON template.id = badge.badge_template_id
      JOIN organizations AS owner ON owner.id = template.organization_id
      JOIN organizations AS issuing ON issuing.id = badge.organization_id
      LEFT JOIN users AS person ON person.id = badge.user_id
      WHERE badge.id = ANY (${ids}::uuid[]) AND badge.deleted_at IS NULL
      ) AS one JOIN related ON related.id = one.badge_template_id
    ) AS badge`);
  return new Map((rows ?? []).map((row) => [row.id, row]));
}

export const findDrawnBadge = (id: string) =>
  db().issuedBadge.findFirst({
    where: { id, deletedAt: null },
    select: drawnBadgeSelect,
    relationLoadStrategy: "join",
  });

/** Whether a badge has a public page and documents. */
export const IS_PUBLIC_BADGE = Prisma.sql`badge.state = 'accepted' AND badge.public AND badge.deleted_at IS NULL`;

/** Finds the stamp of the page of a public template. */
export async function findTemplateStamp(slug: string, id: string): Promise<PageStamp | null> {
  const rows = await db().$queryRaw<PageStamp[]>`
    SELECT md5(concat_ws(E'\n', template::text, ${activitiesText}, ${endorsementsText},
      ${organizationText("owner")}, ${relatedText})) AS stamp
    FROM badge_templates AS template JOIN organizations AS owner ON owner.id = template.organization_id
    WHERE template.id = ${id}::uuid AND owner.vanity_slug = ${slug} AND ${IS_PUBLIC_TEMPLATE}`;
  return rows[0] ?? null;
}

export const findTemplatePage = (slug: string, id: string): Promise<TemplatePageRow | null> =>
  db().badgeTemplate.findFirst({
    where: { id, organization: { vanitySlug: slug }, state: "active", public: true, deletedAt: null },
    select: templatePageSelect,
    relationLoadStrategy: "join",
  });

const offset = (page: number) => (page - 1) * PER_PAGE;

/** Joins the collection of a badge, if its earner has put it in one. The place of a former earner does not count. */
export const collectionJoin = Prisma.sql`
  LEFT JOIN collected_badges AS collected ON collected.badge_id = badge.id
  LEFT JOIN badge_collections AS collection
    ON collection.id = collected.collection_id AND collection.user_id = badge.user_id`;

/** The public badges that a person has accepted: by collections, in the person's order, then the others, newest first. */
const badgeCardsSql = (userId: Prisma.Sql, page: number) => Prisma.sql`
  SELECT badge.id, template.name, template.image_id AS "imageId", badge.updated_at AS "updatedAt",
    CASE WHEN badge.display_issuer_as IN ('grantor', 'both') THEN owner.name ELSE issuing.name END AS issuer,
    collection.id AS "collectionId", collection.name AS collection, badge.issued_at_date AS "issuedOn",
    ${validitySql()} AS validity, issuing.test_of_id IS NOT NULL AS "isTest", (count(*) OVER ())::int AS total
  FROM issued_badges AS badge
  JOIN badge_templates AS template ON template.id = badge.badge_template_id
  JOIN organizations AS owner ON owner.id = template.organization_id
  JOIN organizations AS issuing ON issuing.id = badge.organization_id
  ${collectionJoin}
  WHERE badge.user_id = ${userId} AND ${IS_PUBLIC_BADGE}
  ORDER BY collection.position, collection.id, CASE WHEN collection.id IS NOT NULL THEN collected.position END,
    badge.issued_at DESC, badge.id DESC LIMIT ${PER_PAGE} OFFSET ${offset(page)}`;

/**
 * Finds the stamp of the page of an organization, with the templates of one page of the list and the skills to filter
 * them by.
 */
export async function findOrganizationStamp(
  slug: string,
  filter: TemplateFilter,
  page: number,
): Promise<PageStamp | null> {
  const organizationId = Prisma.sql`owner.id`;
  const rows = await db().$queryRaw<PageStamp[]>`
    SELECT md5(concat_ws(E'\n', ${organizationText("owner")}, owner.cover_id, ARRAY(${offeredSkillsSql(organizationId)}),
      (SELECT string_agg(card::text, '') FROM (${templateCardsSql({ organizationId, filter, page })}) AS card))) AS stamp
    FROM organizations AS owner WHERE owner.vanity_slug = ${slug}`;
  return rows[0] ?? null;
}

/** Finds the stamp of a person's page, with the badges of one page of the list; null when that page has no badges. */
export async function findProfileStamp(slug: string, page: number): Promise<PageStamp | null> {
  const rows = await db().$queryRaw<{ stamp: string; cards: string | null }[]>`
    SELECT cards.text AS cards, md5(concat_ws(E'\n', ${userText}, cards.text)) AS stamp
    FROM users AS person, LATERAL (
      SELECT string_agg(card::text, '') AS text FROM (${badgeCardsSql(Prisma.sql`person.id`, page)}) AS card) AS cards
    WHERE person.vanity_slug = ${slug} AND person.deleted_at IS NULL AND person.merged_into_id IS NULL
      AND ${hasConfirmedAddress}`;
  const [row] = rows;
  return row?.cards ? { stamp: row.stamp } : null;
}

/**
 * Finds the address of the profile that an id, an earlier address or one in capital letters leads to, also that of a
 * merged account. Null for a current or an unknown address.
 */
export async function findCurrentAddress(text: string): Promise<string | null> {
  const slug = text.toLowerCase();
  const [row] = await db().$queryRaw<{ slug: string }[]>`
    SELECT person.vanity_slug AS slug FROM (
      SELECT id FROM users WHERE vanity_slug = ${slug} OR id = ${isUuid(slug) ? slug : null}::uuid
      UNION ALL SELECT user_id FROM profile_addresses WHERE slug = ${slug}
    ) AS found JOIN users AS named ON named.id = found.id
      JOIN users AS person ON person.id = COALESCE(named.merged_into_id, named.id)
    WHERE person.deleted_at IS NULL AND person.vanity_slug <> ${text} LIMIT 1`;
  return row?.slug ?? null;
}

async function readCards(cards: Prisma.Sql, page: number): Promise<CardPage<CollectedCardRow>> {
  const rows = await db().$queryRaw<(CollectedCardRow & { total: number })[]>`${cards}`;
  return { rows, total: rows[0]?.total ?? 0, page };
}

export const findOrganizationPage = (slug: string) =>
  db().organization.findUnique({ where: { vanitySlug: slug }, select: organizationPageSelect });

export const findProfile = (slug: string) =>
  db().user.findFirst({
    where: {
      vanitySlug: slug,
      deletedAt: null,
      mergedIntoId: null,
      emails: { some: { confirmedAt: { not: null } } },
    },
    select: profileSelect,
  });

/** Finds the images that a drawing shows. */
export const findDrawnImages = (ids: string[]) =>
  db().image.findMany({ where: { id: { in: ids } }, select: { id: true, bytes: true } });

export const findBadgeCards = (userId: string, page: number): Promise<CardPage<CollectedCardRow>> =>
  readCards(badgeCardsSql(Prisma.sql`${userId}::uuid`, page), page);
