import { badgePageUrl } from "@/lib/organizations/badge-facts/serializer";
import { templateAlignments } from "@/lib/badges/templates/alignments";
import { ownerSelect, presentTemplate, templateSelect } from "@/lib/badges/templates/serializer";
import { imageUrl } from "@/lib/art/images/serializer";
import { toIsoDate } from "@/lib/kernel/dates";
import { publicUrl } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";
import { organizationPageUrl, organizationApiUrl } from "@/lib/organizations/profile/serializer";
import { presentBadgeUser, userSelect, maskEmail } from "@/lib/identity/users/serializer";
import type { Prisma } from "@/prisma/generated/client";
import { createAcceptToken, type AcceptLink, type AcceptTokenInput } from "./accept-token";
import { detailSelect, presentDetails, presentEarnerDetails, hiddenDetails } from "./details";
import { badgeResults, type BatchResult, type Evidence, type IssuedBadge, type WalletBadge } from "./schema";

export const issuingOrganizationSelect = {
  ...ownerSelect,
  internationalizeBadgeTemplates: true,
  twitterUrl: true,
  printMethod: true,
  testOfId: true,
} satisfies Prisma.OrganizationSelect;

export const badgeTemplateInBadgeSelect = {
  ...templateSelect,
  organization: { select: issuingOrganizationSelect },
} satisfies Prisma.BadgeTemplateSelect;

export const badgeSelect = {
  id: true,
  organizationId: true,
  templateOrganizationId: true,
  badgeTemplateId: true,
  displayIssuerAs: true,
  state: true,
  userId: true,
  recipientEmail: true,
  addressCorrectedAt: true,
  issuedTo: true,
  issuedToFirstName: true,
  issuedToLastName: true,
  ...detailSelect,
  locale: true,
  public: true,
  translateMetadata: true,
  suppressBadgeNotificationEmail: true,
  countryCode: true,
  evidence: true,
  results: true,
  revocationReason: true,
  replacesBadgeId: true,
  replacementBadgeId: true,
  issuedAt: true,
  issuedAtDate: true,
  expiresAt: true,
  expiresAtDate: true,
  stateUpdatedAt: true,
  createdAt: true,
  updatedAt: true,
  badgeTemplate: { select: badgeTemplateInBadgeSelect },
  organization: { select: issuingOrganizationSelect },
  user: { select: userSelect },
  issuerEarnerGroup: { select: { externalId: true, name: true } },
} satisfies Prisma.IssuedBadgeSelect;

export type BadgeRow = Prisma.IssuedBadgeGetPayload<{ select: typeof badgeSelect }>;

const pageOrganizationSelect = {
  ...issuingOrganizationSelect,
  websiteUrl: true,
  primaryHexColor: true,
  photoId: true,
  verifiedDomain: true,
  linkedInName: true,
  linkedInOrgId: true,
} satisfies Prisma.OrganizationSelect;

/** A badge with what its pages show of the issuer as well. */
export const badgePageSelect = {
  ...badgeSelect,
  acceptedAt: true,
  erasedAt: true,
  badgeTemplate: {
    select: { ...badgeTemplateInBadgeSelect, organization: { select: pageOrganizationSelect } },
  },
  organization: { select: pageOrganizationSelect },
} satisfies Prisma.IssuedBadgeSelect;

export type BadgePageRow = Prisma.IssuedBadgeGetPayload<{ select: typeof badgePageSelect }>;
type IssuingOrganization = Prisma.OrganizationGetPayload<{ select: typeof issuingOrganizationSelect }>;

/** Returns the API address of a badge in an organization. */
export const badgeUrl = (organizationId: string, id: string): string =>
  `${organizationApiUrl(organizationId)}/badges/${id}`;

/**
 * Returns an accept link, by default the one for the mail. Its token works only for this purpose, and only while the
 * badge is pending.
 */
export const acceptUrl = (badge: AcceptTokenInput, link: AcceptLink = "mailed"): string =>
  publicUrl(`/accept/${badge.id}?token=${encodeURIComponent(createAcceptToken(badge, link))}`);

/** Returns the evidence column, JSON that only this domain writes. */
const badgeEvidence = (row: { evidence: Prisma.JsonValue }): Evidence[] => row.evidence as Evidence[];

const presentOrganization = (organization: IssuingOrganization) => ({
  type: "Organization" as const,
  id: organization.id,
  name: organization.name,
  url: organizationApiUrl(organization.id),
  vanity_url: organizationPageUrl(organization.vanitySlug),
  internationalize_badge_templates: organization.internationalizeBadgeTemplates,
  share_to_ziprecruiter: false,
  twitter_url: organization.twitterUrl,
  verified: organization.verifiedAt !== null,
});

type NamedParty<Party> = { label: string; primary: boolean; party: Party };

/**
 * Returns which organizations a badge names as issuer, as the grantor's authorization said when it was issued: the
 * organization that issued it, the one for which it was issued (the template's owner), or both.
 */
export function describeIssuers<Party extends { name: string }>(
  displayed: BadgeRow["displayIssuerAs"],
  owner: Party,
  issuing: Party,
): { summary: string; parties: [NamedParty<Party>, ...NamedParty<Party>[]] } {
  const primary = displayed === "grantor" || displayed === "both" ? owner : issuing;
  if (displayed !== "both") {
    return {
      summary: `issued by ${primary.name}`,
      parties: [{ label: "Issued by", primary: true, party: primary }],
    };
  }
  return {
    summary: `issued on behalf of ${primary.name} by ${issuing.name}`,
    parties: [
      { label: "Issued on behalf of", primary: true, party: primary },
      { label: "Issued by", primary: false, party: issuing },
    ],
  };
}

type IssuedByParty<Party> = Pick<BadgeRow, "displayIssuerAs"> & {
  organization: Party;
  badgeTemplate: { organization: Party };
};

const badgeIssuers = <Party extends { name: string }>(row: IssuedByParty<Party>) =>
  describeIssuers(row.displayIssuerAs, row.badgeTemplate.organization, row.organization);

/** Returns the organization that a badge names first. */
export const primaryIssuer = <Party extends { name: string }>(row: IssuedByParty<Party>): Party =>
  badgeIssuers(row).parties[0].party;

/** Whether a badge was issued in test mode, so that it proves nothing. */
export const isTestBadge = (row: IssuedByParty<{ name: string; testOfId: string | null }>): boolean =>
  primaryIssuer(row).testOfId !== null;

function presentIssuer(row: BadgeRow) {
  const { summary, parties } = badgeIssuers<IssuingOrganization>(row);
  const entities = parties.map(({ party, ...rest }) => ({ ...rest, entity: presentOrganization(party) }));
  return { summary, entities };
}

const presentTimes = (row: BadgeRow) => ({
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  issued_at: row.issuedAt.toISOString(),
  issued_at_date: toIsoDate(row.issuedAtDate),
  expires_at: row.expiresAt?.toISOString() ?? null,
  expires_at_date: row.expiresAtDate ? toIsoDate(row.expiresAtDate) : null,
  state_updated_at: row.stateUpdatedAt.toISOString(),
});

const presentRecipient = (row: BadgeRow) => ({
  user: presentBadgeUser(row.user, row.recipientEmail, row.state === "accepted"),
  recipient_email: row.recipientEmail,
  issued_to: row.issuedTo,
  issued_to_first_name: row.issuedToFirstName,
  issued_to_last_name: row.issuedToLastName,
  ...presentDetails(row),
  country_code: row.countryCode,
});

/** Presents a badge in the standard shape, as in lists, single reads and events. */
export function presentBadge(row: BadgeRow): IssuedBadge {
  const group = row.issuerEarnerGroup;
  return {
    id: row.id,
    state: row.state,
    ...presentRecipient(row),
    created_by: presentOrganization(row.organization),
    issuer: presentIssuer(row),
    printing_enabled: !row.badgeTemplate.printingDisabled,
    print_method: row.organization.printMethod,
    badge_template: presentTemplate(row.badgeTemplate),
    locale: row.locale as IssuedBadge["locale"],
    public: row.public,
    translate_metadata: row.translateMetadata,
    replacement_badge_id: row.replacementBadgeId,
    replaces_badge_id: row.replacesBadgeId,
    revocation_reason: row.revocationReason,
    suppress_badge_notification_email: row.suppressBadgeNotificationEmail,
    ...presentTimes(row),
    completed_pathway_id: null,
    is_private_badge: !row.public,
    image: { id: row.badgeTemplate.imageId, url: imageUrl(row.badgeTemplate.imageId) },
    image_url: imageUrl(row.badgeTemplate.imageId),
    alignments: templateAlignments(row.badgeTemplate).map(({ name, description }) => ({ name, description })),
    evidence: badgeEvidence(row),
    results: badgeResults(row),
    badge_url: badgePageUrl(row.id),
    ...(group ? { issuer_earner_group: { external_id: group.externalId, name: group.name } } : {}),
  };
}

/** Returns the accept link that the issuer may send on. Null unless the badge is pending. */
export const acceptUrlForIssuer = (row: AcceptTokenInput & Pick<BadgeRow, "state">): string | null =>
  row.state === "pending" ? acceptUrl(row, "shown") : null;

/** Presents a badge in the response to an issue or replacement, with the link to accept it. */
export const presentIssuedBadge = (row: BadgeRow): IssuedBadge => {
  const url = acceptUrlForIssuer(row);
  return { ...presentBadge(row), ...(url === null ? {} : { accept_badge_url: url }) };
};

/** Presents the items of a batch in their order. */
export const presentBatch = (results: (BadgeRow | ApiError)[]): BatchResult[] =>
  results.map((result, index) =>
    result instanceof ApiError
      ? {
          index,
          status: 422,
          error: { message: result.message, code: result.code, errors: result.errors },
        }
      : { index, status: 201, badge: presentIssuedBadge(result) },
  );

/**
 * The fields of a badge that an earner sees, besides its details (details.ts). All others are for the issuer only
 * (specification: "not shown to the earner"), and a new field is hidden until it is added here.
 */
const EARNER_FIELDS = [
  "id",
  "state",
  "user",
  "recipient_email",
  "issued_to",
  "issued_to_first_name",
  "issued_to_last_name",
  "country_code",
  "created_by",
  "issuer",
  "printing_enabled",
  "print_method",
  "badge_template",
  "locale",
  "public",
  "translate_metadata",
  "replacement_badge_id",
  "replaces_badge_id",
  "revocation_reason",
  "suppress_badge_notification_email",
  "created_at",
  "updated_at",
  "issued_at",
  "issued_at_date",
  "expires_at",
  "expires_at_date",
  "state_updated_at",
  "completed_pathway_id",
  "is_private_badge",
  "image",
  "image_url",
  "alignments",
  "evidence",
  "results",
  "badge_url",
] as const satisfies (keyof IssuedBadge)[];

/** Presents a badge in the standard shape to its earner. */
export function presentEarnerBadge(row: BadgeRow): IssuedBadge {
  const badge = presentBadge(row);
  const shown = Object.fromEntries(EARNER_FIELDS.map((field) => [field, badge[field]]));
  return { ...(shown as Pick<IssuedBadge, (typeof EARNER_FIELDS)[number]>), ...presentEarnerDetails(badge) };
}

/** Presents a badge for the pages of its earner. */
export const presentWalletBadge = (row: BadgeRow): WalletBadge => ({
  ...presentEarnerBadge(row),
  is_test: isTestBadge(row),
});

/** Whether anyone may see the badge. */
const isPubliclyVisible = ({ state, public: isPublic }: BadgeRow): boolean =>
  state === "accepted" && isPublic;

/** Returns the badge as a private one. The reason why it is no longer public is hidden. */
const toHiddenBadge = (row: BadgeRow): BadgeRow => ({
  ...row,
  state: "accepted",
  public: false,
  revocationReason: null,
  replacementBadgeId: null,
});

/** What a badge says about its recipient besides the name. `country_code` is the code of `country`. */
const NO_RECIPIENT_DATA = { ...hiddenDetails, country_code: null, evidence: [], results: [] };

/**
 * Presents a badge to the application that its earner connected. Addresses other than the primary one stay hidden,
 * and so does what happened after the badge stopped being public. When the earner has disconnected the application
 * (`isConnected` is false), the only personal data is the name on the badge.
 */
export function presentConnectedBadge(seen: BadgeRow, isConnected: boolean): IssuedBadge {
  const row =
    isConnected && isPubliclyVisible(seen)
      ? seen
      : toHiddenBadge(isConnected ? seen : { ...seen, user: null });
  const badge = presentEarnerBadge(row);
  const [primary] = row.user?.emails ?? [];
  const email = maskEmail(row.recipientEmail, primary?.email ?? "");
  const recipientData = isConnected ? {} : NO_RECIPIENT_DATA;
  return { ...badge, ...recipientData, recipient_email: email, user: { ...badge.user, email } };
}
