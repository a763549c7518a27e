import { presentImage } from "@/lib/art/images/serializer";
import { publicUrl } from "@/lib/kernel/env";
import { defineEncryptedColumn } from "@/lib/kernel/secrets";
import type { Prisma } from "@/prisma/generated/client";
import type { Organization } from "./schema";

/** The secret that webhooks are signed with, and the previous one while both sign. */
export const webhookSecrets = defineEncryptedColumn("organizations", "webhook_secret");
export const previousWebhookSecrets = defineEncryptedColumn("organizations", "webhook_previous_secret");

export const organizationSelect = {
  id: true,
  name: true,
  vanitySlug: true,
  photoId: true,
  coverId: true,
  websiteUrl: true,
  webhookUrl: true,
  contactEmail: true,
  legalContactEmail: true,
  technicalContactEmail: true,
  zipOrPostalCode: true,
  organizationType: true,
  bio: true,
  twitterUrl: true,
  facebookUrl: true,
  linkedInUrl: true,
  linkedInName: true,
  linkedInOrgId: true,
  city: true,
  address: true,
  primaryHexColor: true,
  supportEmail: true,
  supportUrl: true,
  allowSamlDebug: true,
  allowedWebhooks: true,
  enableBlockchain: true,
  printMethod: true,
  pdfId: true,
  internationalizeBadgeTemplates: true,
  integratedWithPartner: true,
  hideSubscription: true,
  defaultPage: true,
  industryId: true,
  displayLogoAsCircleInEmails: true,
  isTrial: true,
  workforceEnabled: true,
  location: true,
  country: true,
  stateOrProvince: true,
  createdAt: true,
  updatedAt: true,
  verifiedAt: true,
  verifiedDomain: true,
  requireTemplateDetailAttributes: true,
  employees: { take: 1, select: { id: true } },
} satisfies Prisma.OrganizationSelect;

export type OrganizationRow = Prisma.OrganizationGetPayload<{ select: typeof organizationSelect }>;

/** Returns the API address of an organization. */
export const organizationApiUrl = (id: string): string => publicUrl(`/v1/organizations/${id}`);

/** Returns the address of an organization's public page. */
export const organizationPageUrl = (slug: string): string => publicUrl(`/org/${slug}`);

/** Returns LinkedIn's add-to-profile address for the organization's badges. Null without its LinkedIn name or id. */
const linkedInProfileUrl = ({ linkedInName, linkedInOrgId }: OrganizationRow): string | null => {
  if (!linkedInName && !linkedInOrgId) return null;
  const url = new URL("https://www.linkedin.com/profile/add?startTask=CERTIFICATION_NAME");
  if (linkedInOrgId) url.searchParams.set("organizationId", linkedInOrgId);
  else url.searchParams.set("organizationName", linkedInName ?? "");
  return url.href;
};

const formatLocation = (row: OrganizationRow): string | null =>
  [row.city, row.stateOrProvince, row.country].filter(Boolean).join(", ") || null;

const contactFields = (row: OrganizationRow) => ({
  website_url: row.websiteUrl,
  webhook_url: row.webhookUrl,
  contact_email: row.contactEmail,
  legal_contact_email: row.legalContactEmail,
  technical_contact_email: row.technicalContactEmail,
  zip_or_postal_code: row.zipOrPostalCode,
  organization_type: row.organizationType,
  bio: row.bio,
  twitter_url: row.twitterUrl,
  facebook_url: row.facebookUrl,
  linked_in_url: row.linkedInUrl,
  linked_in_name: row.linkedInName,
  linked_in_org_id: row.linkedInOrgId,
  city: row.city,
  address: row.address,
  primary_hex_color: row.primaryHexColor,
  support_email: row.supportEmail,
  support_url: row.supportUrl,
  location: row.location ?? formatLocation(row),
  country: row.country,
  state_or_province: row.stateOrProvince,
});

const settingsFields = (row: OrganizationRow) => ({
  allow_saml_debug: row.allowSamlDebug,
  allowed_webhooks: row.allowedWebhooks,
  enable_blockchain: row.enableBlockchain,
  print_method: row.printMethod,
  pdf_id: row.pdfId,
  internationalize_badge_templates: row.internationalizeBadgeTemplates,
  integrated_with_partner: row.integratedWithPartner,
  hide_subscription: row.hideSubscription,
  default_page: row.defaultPage,
  industry_id: row.industryId,
  display_logo_as_circle_in_emails: row.displayLogoAsCircleInEmails,
  is_trial: row.isTrial,
  workforce_enabled: row.workforceEnabled,
  require_template_detail_attributes: row.requireTemplateDetailAttributes,
});

/** Presents the fields that identify an organization wherever it is shown. */
export function presentIdentity(row: Pick<OrganizationRow, "id" | "name" | "vanitySlug" | "photoId">) {
  const photo = presentImage(row.photoId);
  return {
    id: row.id,
    name: row.name,
    vanity_slug: row.vanitySlug,
    url: organizationApiUrl(row.id),
    photo,
    photo_url: photo?.url ?? null,
  };
}

/** Presents the whole organization, as the API returns it. */
export function presentOrganization(row: OrganizationRow): Organization {
  return {
    ...presentIdentity(row),
    ...contactFields(row),
    ...settingsFields(row),
    linkedin_a2p_url: linkedInProfileUrl(row),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    vanity_url: organizationPageUrl(row.vanitySlug),
    verified_at: row.verifiedAt?.toISOString() ?? null,
    verified: row.verifiedAt !== null,
    has_employees: row.employees.length > 0,
    missing_required_info: !(row.websiteUrl && row.contactEmail && row.photoId),
    featured_badge_templates: [],
  };
}

export const summarySelect = {
  id: true,
  name: true,
  vanitySlug: true,
  contactEmail: true,
  workforceEnabled: true,
  createdAt: true,
} satisfies Prisma.OrganizationSelect;

export type SummaryRow = Prisma.OrganizationGetPayload<{ select: typeof summarySelect }>;

/** Presents an organization for the operator of the installation. */
export const presentOrganizationSummary = (row: SummaryRow) => ({
  id: row.id,
  name: row.name,
  vanity_slug: row.vanitySlug,
  contact_email: row.contactEmail,
  workforce_enabled: row.workforceEnabled,
  created_at: row.createdAt.toISOString(),
});

export type OrganizationSummary = ReturnType<typeof presentOrganizationSummary>;
