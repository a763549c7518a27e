import { Prisma } from "@/prisma/generated/client";

// The one rule of who may issue from a template: its owner, and the authorized issuers of its owner; an authorization that
// is restricted by badge templates counts for the allowed ones only. It stands here once for SQL and once for Prisma,
// which can read a template with its relations in one query; tests/api/organizations/issuable-templates.test.ts holds them
// together. A view could not replace the SQL: the issuing statement locks the authorization and checks it again as locked.

/** The SQL condition by which the row `permission` of issuer_authorizations lets this issuer issue from the row `template`. */
export const permits = (issuerId: string): Prisma.Sql => Prisma.sql`
  permission.grantor_id = template.organization_id AND permission.issuer_id = ${issuerId}::uuid
  AND (NOT permission.restrict_by_badge_templates OR EXISTS (
    SELECT FROM issuer_authorization_templates AS allowed
    WHERE allowed.issuer_authorization_id = permission.id AND allowed.badge_template_id = template.id))`;

/** The SQL condition for the row `template` of a template that this organization may issue from. */
export const isIssuableBy = (issuerId: string): Prisma.Sql => Prisma.sql`(
  template.organization_id = ${issuerId}::uuid
  OR EXISTS (SELECT FROM issuer_authorizations AS permission WHERE ${permits(issuerId)}))`;

/** The same condition for Prisma. */
export const issuableTemplatesWhere = (issuerId: string) =>
  ({
    OR: [
      { organizationId: issuerId },
      { organization: { authorizedIssuers: { some: { issuerId, restrictByBadgeTemplates: false } } } },
      { issuerAuthorizations: { some: { authorization: { issuerId } } } },
    ],
  }) satisfies Prisma.BadgeTemplateWhereInput;
