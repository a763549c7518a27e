import { presentIdentity } from "@/lib/organizations/profile/serializer";
import type { Prisma } from "@/prisma/generated/client";
import type { Grantor, IssuerAuthorization, OrganizationSummary } from "./schema";

const summarySelect = {
  id: true,
  name: true,
  vanitySlug: true,
  photoId: true,
} satisfies Prisma.OrganizationSelect;

export const grantorSelect = {
  id: true,
  grantorId: true,
  grantor: { select: summarySelect },
} satisfies Prisma.IssuerAuthorizationSelect;

export const authorizationSelect = {
  ...grantorSelect,
  issuerId: true,
  authorizationType: true,
  displayIssuerAs: true,
  restrictByBadgeTemplates: true,
  subscriptionType: true,
  issuer: { select: summarySelect },
  allowedBadgeTemplates: {
    where: { badgeTemplate: { deletedAt: null } },
    select: { badgeTemplate: { select: { id: true, name: true } } },
    orderBy: [{ badgeTemplate: { nameOrder: "asc" } }, { badgeTemplateId: "asc" }],
  },
} satisfies Prisma.IssuerAuthorizationSelect;

/** The number of active badge templates of each organization on a page. */
type TemplateCounts = { templateCounts: ReadonlyMap<string, number> };
type SummaryRow = Prisma.OrganizationGetPayload<{ select: typeof summarySelect }>;
export type AuthorizationRow = Prisma.IssuerAuthorizationGetPayload<{ select: typeof authorizationSelect }>;
export type GrantorRow = Prisma.IssuerAuthorizationGetPayload<{ select: typeof grantorSelect }>;
export type AuthorizationWithCounts = AuthorizationRow & TemplateCounts;
export type GrantorWithCounts = GrantorRow & TemplateCounts;

const presentSummary = (row: SummaryRow, { templateCounts }: TemplateCounts): OrganizationSummary => ({
  type: "Organization",
  ...presentIdentity(row),
  badge_template_count: templateCounts.get(row.id) ?? 0,
});

/** Presents an authorized issuer to its grantor. */
export const presentAuthorization = (row: AuthorizationWithCounts): IssuerAuthorization => ({
  id: row.id,
  authorization_type: row.authorizationType,
  display_issuer_as: row.displayIssuerAs,
  restrict_by_badge_templates: row.restrictByBadgeTemplates,
  subscription_type: row.subscriptionType,
  allowed_badge_templates: row.allowedBadgeTemplates.map(({ badgeTemplate }) => badgeTemplate),
  collections: [],
  issuer: presentSummary(row.issuer, row),
  grantor: presentSummary(row.grantor, row),
});

/** Presents a grantor to its authorized issuer. */
export const presentGrantor = (row: GrantorWithCounts): Grantor => ({
  id: row.id,
  grantor: presentSummary(row.grantor, row),
});
