import { datedValidity, markTest, type DatedValidity } from "@/lib/badges/issued/choices";
import { isTestBadge, primaryIssuer } from "@/lib/badges/issued/serializer";
import { clock } from "@/lib/kernel/clock";
import { toLocale, type Locale } from "@/lib/kernel/locales";
import { joinNames } from "@/lib/kernel/names";
import type { Prisma } from "@/prisma/generated/client";
import type { ProfilePageRow } from "./serializer";

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
  issuedAt: true,
  issuedAtDate: true,
  expiresAt: true,
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
  validity: DatedValidity;
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
    name: markTest(row.badgeTemplate.name, isTestBadge(row)),
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
    validity: datedValidity(row, clock.now()),
    description: row.badgeTemplate.description,
    skills: row.badgeTemplate.skills,
    timeToEarn: row.badgeTemplate.timeToEarn,
    evidenceCount: Array.isArray(row.evidence) ? row.evidence.length : 0,
    isPublic: row.public,
  };
}

/** The data of a profile to draw. */
export type DrawnProfile = {
  path: string;
  name: string;
  headline: string | null;
  /** The person's own language. */
  locale: Locale;
  /** How many badges are public. */
  total: number;
  photo: Uint8Array<ArrayBuffer> | null;
  /** The art of the first badges. */
  arts: Uint8Array<ArrayBuffer>[];
};

type DrawnImage = { id: string; bytes: Uint8Array<ArrayBuffer> };

/** How many badges the card of a profile shows. */
const DRAWN_ARTS = 6;

/**
 * Lists the art of the first badges, each once. Badges that are not valid now and those of test mode are left out,
 * because art has no word that says so.
 */
const listArts = ({ badges }: ProfilePageRow): string[] =>
  [
    ...new Set(
      badges.rows.filter((row) => row.validity === "valid" && !row.isTest).map(({ imageId }) => imageId),
    ),
  ].slice(0, DRAWN_ARTS);

/** Lists the ids of the images that the card of a profile shows. */
export const listDrawnImages = (row: ProfilePageRow): string[] =>
  [row.user.photoId, ...listArts(row)].filter((id) => id !== null);

/** Presents a profile to draw, with its images, in the order of the page. */
export function presentDrawnProfile(row: ProfilePageRow, images: DrawnImage[]): DrawnProfile {
  const { user, badges } = row;
  const bytes = new Map(images.map((image) => [image.id, image.bytes]));
  return {
    path: `/users/${user.vanitySlug}`,
    name: joinNames(user.firstName, user.middleName, user.lastName),
    headline: user.headline,
    locale: toLocale(user.locale),
    total: badges.total,
    photo: bytes.get(user.photoId ?? "") ?? null,
    arts: listArts(row).flatMap((id) => bytes.get(id) ?? []),
  };
}
