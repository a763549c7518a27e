import { parseTemplateJson, TEMPLATE_COLUMNS, type TemplateJson } from "@/lib/badges/templates/json";
import { queryJson } from "@/lib/kernel/db";
import { createDateParser, jsonColumns, jsonRow } from "@/lib/kernel/json-rows";
import { parseUserJson, USER_COLUMNS } from "@/lib/identity/users/json";
import { Prisma } from "@/prisma/generated/client";
import { badgeSelect, issuingOrganizationSelect, type BadgeRow } from "./serializer";

const { sql, raw } = Prisma;

/** Matches badges that the organization issued, and those that others issued from its templates. */
export const visibleToWhere = (organizationId: string): Prisma.IssuedBadgeWhereInput => ({
  deletedAt: null,
  OR: [{ organizationId }, { templateOrganizationId: organizationId }],
});

const userJson = jsonRow(USER_COLUMNS, "users AS earner WHERE earner.id = badge.user_id");

const groupJson = jsonRow(
  `member_of.external_id AS "externalId", member_of.name`,
  `issuer_earner_groups AS member_of WHERE member_of.organization_id = badge.organization_id
     AND member_of.id = badge.issuer_earner_group_id`,
);

const BADGE = raw(
  `${jsonColumns("IssuedBadge", badgeSelect, "badge")}, ${userJson} AS "user", ${groupJson} AS "issuerEarnerGroup"`,
);
const TEMPLATE = raw(TEMPLATE_COLUMNS);
const ORGANIZATION = raw(jsonColumns("Organization", issuingOrganizationSelect, "organization"));

/**
 * The rows of a page: its badges, their templates, and the organizations that issued the badges or own the templates.
 */
export type PageIds = { ids: string[]; templateIds: string[]; organizationIds: string[] };

const rowsSql = (organizationId: string, { ids, templateIds, organizationIds }: PageIds): Prisma.Sql => sql`
  SELECT json_build_object(
    'badges', (SELECT COALESCE(json_agg(one), '[]') FROM (
      SELECT ${BADGE} FROM issued_badges AS badge
      WHERE badge.id = ANY (${ids}::uuid[]) AND badge.deleted_at IS NULL
        AND ${organizationId}::uuid IN (badge.organization_id, badge.template_organization_id)) AS one),
    'templates', (SELECT COALESCE(json_agg(one), '[]') FROM (
      SELECT ${TEMPLATE} FROM badge_templates AS template WHERE template.id = ANY (${templateIds}::uuid[])) AS one),
    'organizations', (SELECT COALESCE(json_agg(one), '[]') FROM (
      SELECT ${ORGANIZATION} FROM organizations AS organization
      WHERE organization.id = ANY (${organizationIds}::uuid[])) AS one))`;

type Organization = BadgeRow["organization"];
type PageJson = {
  badges: Omit<BadgeRow, "badgeTemplate" | "organization">[];
  templates: TemplateJson[];
  organizations: Organization[];
};

const withBadgeDates = createDateParser("IssuedBadge", badgeSelect);
const withOrganizationDates = createDateParser("Organization", issuingOrganizationSelect);

/**
 * Reads the badges of a page that the organization can still see, in no particular order, in one statement. Data that
 * they share is read once for all of them: a template has more columns than the badge.
 */
export async function findBadgeRows(organizationId: string, shown: PageIds): Promise<BadgeRow[]> {
  if (shown.ids.length === 0) return [];
  const found = await queryJson<PageJson>(rowsSql(organizationId, shown));
  if (!found) return [];
  const organizationById = new Map(found.organizations.map((row) => [row.id, withOrganizationDates(row)]));
  const templateById = new Map(
    found.templates.flatMap((row) => {
      const organization = organizationById.get(row.organizationId);
      return organization ? [[row.id, { ...parseTemplateJson(row), organization }]] : [];
    }),
  );
  return found.badges.flatMap((row) => {
    if (row.user) parseUserJson(row.user);
    const [badgeTemplate, organization] = [
      templateById.get(row.badgeTemplateId),
      organizationById.get(row.organizationId),
    ];
    return badgeTemplate && organization ? [{ ...withBadgeDates(row), badgeTemplate, organization }] : [];
  });
}
