import { primaryIssuer } from "@/lib/badges/issued/serializer";
import type { Prisma } from "@/prisma/generated/client";

const drawnOrganizationSelect = {
  id: true,
  name: true,
  photoId: true,
  primaryHexColor: true,
  testOfId: true,
  verifiedDomain: true,
} satisfies Prisma.OrganizationSelect;

/** The columns that a card or certificate of a badge shows. */
export const drawnBadgeSelect = {
  id: true,
  issuedTo: true,
  issuedAtDate: true,
  expiresAtDate: true,
  displayIssuerAs: true,
  public: true,
  evidence: true,
  organization: { select: drawnOrganizationSelect },
  badgeTemplate: {
    select: {
      id: true,
      name: true,
      description: true,
      skills: true,
      timeToEarn: true,
      image: { select: { bytes: true } },
      organization: { select: drawnOrganizationSelect },
    },
  },
} satisfies Prisma.IssuedBadgeSelect;

type DrawnBadgeRow = Prisma.IssuedBadgeGetPayload<{ select: typeof drawnBadgeSelect }>;

/** The data of a badge to draw: text unchanged, dates as calendar dates. */
export type DrawnBadge = {
  id: string;
  name: string;
  earner: string;
  issuer: string;
  issuerId: string;
  templateId: string;
  /** The organization of the template. */
  templateOwnerId: string;
  /** The image of the issuer's logo. */
  logoId: string | null;
  domain: string | null;
  color: string | null;
  art: Uint8Array<ArrayBuffer>;
  issuedOn: Date;
  expiresOn: Date | null;
  description: string;
  skills: string[];
  timeToEarn: string | null;
  evidenceCount: number;
  isPublic: boolean;
};

export function presentDrawnBadge(row: DrawnBadgeRow): DrawnBadge {
  const issuer = primaryIssuer(row);
  return {
    id: row.id,
    name: issuer.testOfId === null ? row.badgeTemplate.name : `Test: ${row.badgeTemplate.name}`,
    earner: row.issuedTo,
    issuer: issuer.name,
    issuerId: issuer.id,
    templateId: row.badgeTemplate.id,
    templateOwnerId: row.badgeTemplate.organization.id,
    logoId: issuer.photoId,
    domain: issuer.verifiedDomain,
    color: issuer.primaryHexColor,
    art: row.badgeTemplate.image.bytes,
    issuedOn: row.issuedAtDate,
    expiresOn: row.expiresAtDate,
    description: row.badgeTemplate.description,
    skills: row.badgeTemplate.skills,
    timeToEarn: row.badgeTemplate.timeToEarn,
    evidenceCount: Array.isArray(row.evidence) ? row.evidence.length : 0,
    isPublic: row.public,
  };
}
