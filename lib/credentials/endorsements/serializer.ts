import { imageUrl } from "@/lib/art/images/serializer";
import { endorsementUrl } from "@/lib/credentials/open-badges/addresses";
import type { EndorsementCredential } from "@/lib/credentials/open-badges/endorsement";
import { issuerSelect } from "@/lib/credentials/open-badges/serializer";
import { publicDomain, templatePath } from "@/lib/credentials/public-pages/serializer";
import { publicUrl } from "@/lib/kernel/env";
import { organizationPageUrl } from "@/lib/organizations/profile/serializer";
import type { Prisma } from "@/prisma/generated/client";
import type { Endorsement, PublicEndorsement } from "./schema";

const organizationSelect = { id: true, name: true, vanitySlug: true } satisfies Prisma.OrganizationSelect;

export const endorsementSelect = {
  id: true,
  organizationId: true,
  badgeName: true,
  state: true,
  comment: true,
  createdAt: true,
  stateUpdatedAt: true,
  organization: { select: organizationSelect },
  badgeTemplate: {
    select: {
      id: true,
      name: true,
      imageId: true,
      state: true,
      public: true,
      deletedAt: true,
      organization: { select: organizationSelect },
    },
  },
} satisfies Prisma.EndorsementSelect;

type Row = Prisma.EndorsementGetPayload<{ select: typeof endorsementSelect }>;

/** An endorsement with the organization that looks at it. */
export type EndorsementRow = Row & { viewerId: string };

type OrganizationRow = Row["organization"];

const presentOrganization = ({ id, name, vanitySlug }: OrganizationRow) => ({
  id,
  name,
  url: organizationPageUrl(vanitySlug),
});

/**
 * Serializes the badge. The organization that endorses it has only what is public: the badge may be hidden since, or renamed.
 */
function presentBadge({ badgeTemplate: template, badgeName, organizationId, viewerId }: EndorsementRow) {
  const isPublic = template.state === "active" && template.public && template.deletedAt === null;
  const isShown = isPublic || organizationId !== viewerId;
  return {
    id: template.id,
    name: isShown ? template.name : (badgeName ?? ""),
    image_url: isShown ? imageUrl(template.imageId) : null,
    url: isShown ? publicUrl(templatePath(template.organization.vanitySlug, template.id)) : null,
  };
}

export const presentEndorsement = (row: EndorsementRow): Endorsement => {
  return {
    id: row.id,
    direction: row.organizationId === row.viewerId ? "given" : "received",
    state: row.state,
    comment: row.comment,
    badge_template: presentBadge(row),
    endorser: presentOrganization(row.organization),
    owner: presentOrganization(row.badgeTemplate.organization),
    credential_url: row.state === "accepted" ? endorsementUrl(row.id) : null,
    created_at: row.createdAt.toISOString(),
    state_updated_at: row.stateUpdatedAt.toISOString(),
  };
};

/** What is signed: the comment, about the badge, by the organization. */
export const statementSelect = {
  id: true,
  badgeName: true,
  comment: true,
  organization: { select: issuerSelect },
  badgeTemplate: { select: { id: true, name: true, organizationId: true } },
} satisfies Prisma.EndorsementSelect;

export type StatementRow = Prisma.EndorsementGetPayload<{ select: typeof statementSelect }>;

export const publishedSelect = {
  state: true,
  document: true,
  tokenHeader: true,
  tokenSignature: true,
} satisfies Prisma.EndorsementSelect;

export type PublishedRow = Prisma.EndorsementGetPayload<{ select: typeof publishedSelect }>;

/** What was signed when the endorsement was accepted. */
export type SignedEndorsement = {
  credential: EndorsementCredential;
  tokenHeader: string;
  tokenSignature: Uint8Array<ArrayBuffer>;
};

/** Serializes the credential of an endorsement as it was signed. */
export const presentEndorsementCredential = ({ credential }: SignedEndorsement): EndorsementCredential =>
  credential;

export const publicEndorsementSelect = {
  id: true,
  comment: true,
  organization: {
    select: { name: true, vanitySlug: true, verifiedAt: true, verifiedDomain: true, websiteUrl: true },
  },
} satisfies Prisma.EndorsementSelect;

type PublicRow = Prisma.EndorsementGetPayload<{ select: typeof publicEndorsementSelect }>;

export const presentPublicEndorsement = ({ id, comment, organization }: PublicRow): PublicEndorsement => ({
  id,
  comment,
  name: organization.name,
  path: `/org/${organization.vanitySlug}`,
  domain: publicDomain(organization),
});
