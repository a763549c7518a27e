import { createHash } from "node:crypto";
import { imageUrl } from "@/lib/art/images/serializer";
import type { Evidence } from "@/lib/badges/issued/schema";
import { endSentence, markTest, REPLACED_REASON } from "@/lib/badges/issued/choices";
import { primaryIssuer } from "@/lib/badges/issued/serializer";
import { toIsoDate } from "@/lib/kernel/dates";
import { normalizeEmailAddress } from "@/lib/kernel/email-address";
import { derivePublishedSalt } from "@/lib/kernel/secrets";
import { organizationPageUrl } from "@/lib/organizations/profile/serializer";
import type { Prisma } from "@/prisma/generated/client";
import { assertionUrl, badgeClassUrl, bakedImageUrl, profileUrl } from "./addresses";
import { buildAlignments, buildCriteria, classSelect } from "./achievement";
import { presentEvidence, type OpenBadgeEvidence } from "./evidence";
import { CONTEXTS, type Assertion, type BadgeClass, type IssuerProfile } from "./schema";

/** The public columns of an issuer. */
export const issuerSelect = {
  id: true,
  name: true,
  vanitySlug: true,
  websiteUrl: true,
  supportEmail: true,
  bio: true,
  photoId: true,
  verifiedAt: true,
  verifiedDomain: true,
  testOfId: true,
  updatedAt: true,
} satisfies Prisma.OrganizationSelect;

export type IssuerRow = Prisma.OrganizationGetPayload<{ select: typeof issuerSelect }>;

export const badgeClassSelect = {
  ...classSelect,
  organization: { select: issuerSelect },
} satisfies Prisma.BadgeTemplateSelect;

export type BadgeClassRow = Prisma.BadgeTemplateGetPayload<{ select: typeof badgeClassSelect }>;

export const assertionSelect = {
  id: true,
  organizationId: true,
  displayIssuerAs: true,
  state: true,
  public: true,
  acceptedAt: true,
  recipientEmail: true,
  issuedTo: true,
  evidence: true,
  results: true,
  revocationReason: true,
  issuedAt: true,
  issuedAtDate: true,
  expiresAt: true,
  expiresAtDate: true,
  stateUpdatedAt: true,
  updatedAt: true,
  erasedAt: true,
  organization: { select: issuerSelect },
  badgeTemplate: { select: badgeClassSelect },
} satisfies Prisma.IssuedBadgeSelect;

export type AssertionRow = Prisma.IssuedBadgeGetPayload<{ select: typeof assertionSelect }>;

/** The issuer of a badge. Open Badges have only one, so it is the first organization that the badge names. */
export const assertionIssuer = (row: AssertionRow): IssuerRow => primaryIssuer<IssuerRow>(row);

/**
 * The recipient of a badge as a salted hash, without the address. The salt stays the same for a badge and cannot be
 * guessed. Anyone who has both can still try addresses, as the standard intends.
 */
export function hashedRecipient({ id, recipientEmail }: Pick<AssertionRow, "id" | "recipientEmail">) {
  const salt = derivePublishedSalt("open-badge-salt", id);
  const hash = createHash("sha256").update(normalizeEmailAddress(recipientEmail) + salt);
  return { salt, identity: `sha256$${hash.digest("hex")}` };
}

/** Serializes the evidence of a badge for Open Badges. */
export const presentEvidenceList = ({ evidence }: { evidence: Prisma.JsonValue }): OpenBadgeEvidence[] =>
  (evidence as Evidence[]).map(presentEvidence);

/** The fields of an issuer's profile that both versions share. */
export const issuerProfileFields = (row: IssuerRow) => ({
  name: row.name,
  url: row.websiteUrl ?? organizationPageUrl(row.vanitySlug),
  ...(row.bio ? { description: row.bio } : {}),
  ...(row.supportEmail ? { email: row.supportEmail } : {}),
});

/** The name and description of a badge. Those of a test organization say so, in every document. */
export function achievementWords({ name, description, organization }: BadgeClassRow) {
  const isTest = organization.testOfId !== null;
  const warning = isTest ? "This badge is a test and proves nothing. " : "";
  return { name: markTest(name, isTest), description: warning + description };
}

/** The alternative text of a badge's art. */
export const artCaption = (row: BadgeClassRow): string => `Badge: ${row.name}`;

/** The URL of a badge's class: its template, and the issuer that it names. */
export const assertionClassUrl = (row: AssertionRow): string =>
  badgeClassUrl(
    { id: row.badgeTemplate.id, ownerId: row.badgeTemplate.organizationId },
    assertionIssuer(row).id,
  );

/** Serializes an assertion of Open Badges 2.0, which is verified by its URL. */
export function presentAssertion(row: AssertionRow): Assertion {
  const evidence = presentEvidenceList(row).map((one) => ({ type: "Evidence" as const, ...one }));
  return {
    "@context": CONTEXTS.two,
    id: assertionUrl(row.id),
    type: "Assertion",
    recipient: { type: "email", hashed: true, ...hashedRecipient(row) },
    badge: assertionClassUrl(row),
    image: bakedImageUrl(row.id),
    issuedOn: row.issuedAt.toISOString(),
    ...(row.expiresAt ? { expires: row.expiresAt.toISOString() } : {}),
    ...(evidence.length > 0 ? { evidence } : {}),
    verification: { type: "HostedBadge" },
  };
}

/** Whether a badge is not valid any more whatever its dates say. Open Badges know no other word for it than revoked. */
export const isEnded = ({ state }: Pick<AssertionRow, "state">): boolean =>
  state === "revoked" || state === "replaced";

/**
 * The public reason why a badge ended; empty for a revoked one that its earner kept private. That of an erased badge says
 * nothing of the earner (decision 0126), and that of a replaced one nothing of what replaced it.
 */
export function publicRevocationReason({
  state,
  public: isPublic,
  revocationReason,
  erasedAt,
}: AssertionRow) {
  if (state === "replaced") return { revocationReason: REPLACED_REASON };
  return (isPublic || erasedAt !== null) && revocationReason ? { revocationReason } : {};
}

/** The public data of a revoked or replaced badge, which does not include its earner. `revokedOn` is when it ended. */
export type Revocation = {
  name: string;
  issuer: string;
  issuedOn: Date;
  revokedOn: Date;
  reason: string | null;
};

/** Serializes the end of a badge; null when its earner kept it private, because then nothing is published. */
export const presentRevocation = (row: AssertionRow): Revocation | null =>
  row.public
    ? {
        name: achievementWords(row.badgeTemplate).name,
        issuer: assertionIssuer(row).name,
        issuedOn: row.issuedAtDate,
        revokedOn: row.stateUpdatedAt,
        reason: row.state === "revoked" ? row.revocationReason : null,
      }
    : null;

/** The end of a badge as sentences, for error responses. */
export function revocationMessage(row: AssertionRow): string {
  const revocation = presentRevocation(row);
  const message = endSentence(row);
  if (!revocation) return message;
  const { name, issuer, issuedOn, revokedOn, reason } = revocation;
  const ended = row.state === "replaced" ? "Replaced on" : "Revoked on";
  const dates = `Issued on: ${toIsoDate(issuedOn)}. ${ended}: ${toIsoDate(revokedOn)}.`;
  return `${message} Badge: ${name}. Issuer: ${issuer}. ${dates}${reason ? ` Reason: ${reason}` : ""}`;
}

/** Serializes a revoked or replaced assertion (Open Badges 2.0, "Revocation"). */
export function presentRevokedAssertion(row: AssertionRow): Assertion {
  const { id, name } = assertionIssuer(row);
  const issuer = { id: profileUrl(id), type: "Issuer" as const, name };
  const badge = {
    id: assertionClassUrl(row),
    type: "BadgeClass" as const,
    name: achievementWords(row.badgeTemplate).name,
    issuer,
  };
  const times = { issuedOn: row.issuedAt.toISOString(), revokedOn: row.stateUpdatedAt.toISOString() };
  return {
    "@context": CONTEXTS.two,
    id: assertionUrl(row.id),
    type: "Assertion",
    revoked: true,
    ...publicRevocationReason(row),
    ...(row.public ? { badge, ...times } : {}),
  };
}

/** Serializes a template as the badge class of an issuer. */
export function presentBadgeClass({ row, issuerId }: { row: BadgeClassRow; issuerId: string }): BadgeClass {
  const id = badgeClassUrl({ id: row.id, ownerId: row.organizationId }, issuerId);
  const alignment = buildAlignments(row, id).map(({ target }) => target);
  return {
    "@context": CONTEXTS.two,
    id,
    type: "BadgeClass",
    ...achievementWords(row),
    image: { type: "Image", id: imageUrl(row.imageId), caption: artCaption(row) },
    criteria: buildCriteria(row),
    tags: row.skills,
    ...(alignment.length > 0 ? { alignment } : {}),
    issuer: profileUrl(issuerId),
  };
}

/** Serializes an organization as an issuer of Open Badges 2.0. */
export const presentIssuerProfile = (row: IssuerRow): IssuerProfile => ({
  "@context": CONTEXTS.two,
  id: profileUrl(row.id),
  type: "Issuer",
  ...issuerProfileFields(row),
  ...(row.photoId ? { image: imageUrl(row.photoId) } : {}),
});
