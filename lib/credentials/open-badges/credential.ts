import { imageUrl } from "@/lib/art/images/serializer";
import { toWholeSeconds } from "@/lib/kernel/dates";
import { templateAchievementType } from "@/lib/badges/templates/serializer";
import type { StatusEntry } from "@/lib/credentials/status-lists/schema";
import { buildAlignments, buildCriteria } from "./achievement";
import { credentialUrl, domainOrigin, issuerUrl, organizationDid, statusUrl } from "./addresses";
import {
  CONTEXTS,
  type CredentialStatus,
  type UnsignedCredential,
  type UnsignedHeldCredential,
} from "./schema";
import type { EndorsementCredential } from "./endorsement";
import { buildResultDescriptions, buildResults } from "./results";
import {
  achievementWords,
  artCaption,
  assertionClassUrl,
  assertionIssuer,
  hashedRecipient,
  isEnded,
  issuerProfileFields,
  presentEvidenceList,
  publicRevocationReason,
  type AssertionRow,
  type IssuerRow,
} from "./serializer";

const SCHEMA =
  "https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json";

const buildImage = (imageId: string, caption?: string) => ({
  id: imageUrl(imageId),
  type: "Image" as const,
  ...(caption ? { caption } : {}),
});

/** Serializes an organization as a profile of Open Badges 3.0 with this id. */
export const buildProfile = (row: IssuerRow, id: string) => ({
  id,
  type: ["Profile"] as ["Profile"],
  ...issuerProfileFields(row),
  ...(row.photoId ? { image: buildImage(row.photoId) } : {}),
});

const identifierEntry = (identifier: string) => ({
  type: "IdentifierEntry" as const,
  identifier,
  identifierType: "identifier" as const,
});

/**
 * Serializes an organization as the issuer of a credential, by the DID under which it issues. Its other identifiers are
 * its DID at this service, its URL there, and the origin of its domain while that is verified.
 */
export function buildIssuer(row: IssuerRow, did: string): UnsignedCredential["issuer"] {
  const atThisService = organizationDid(row.id);
  const others = [
    ...(did === atThisService ? [] : [atThisService]),
    issuerUrl(row.id),
    ...(row.verifiedDomain === null ? [] : [domainOrigin(row.verifiedDomain)]),
  ];
  return { ...buildProfile(row, did), otherIdentifier: others.map(identifierEntry) };
}

/** The endorsements of this achievement. One of a class by another issuer is about another achievement. */
function buildEndorsements(achievementId: string, endorsements: EndorsementCredential[]) {
  const own = endorsements.filter(({ credentialSubject }) => credentialSubject.id === achievementId);
  return own.length > 0 ? { endorsement: own } : {};
}

function buildAchievement(
  row: AssertionRow,
  { creatorDid, endorsements }: CredentialParts,
): UnsignedCredential["credentialSubject"]["achievement"] {
  const { badgeTemplate: template } = row;
  const alignment = buildAlignments(template, assertionClassUrl(row)).map(({ target, type }) => ({
    type: ["Alignment"] as ["Alignment"],
    ...target,
    ...(type ? { targetType: type } : {}),
  }));
  return {
    // The badge class of Open Badges 2.0 has the same content, so its URL is the achievement's id.
    id: assertionClassUrl(row),
    type: ["Achievement"],
    creator: buildProfile(template.organization, creatorDid),
    achievementType: templateAchievementType(template),
    ...achievementWords(template),
    criteria: buildCriteria(template),
    image: buildImage(template.imageId, artCaption(template)),
    ...(template.skills.length > 0 ? { tag: template.skills } : {}),
    ...(alignment.length > 0 ? { alignment } : {}),
    ...buildResultDescriptions(row),
    ...buildEndorsements(assertionClassUrl(row), endorsements),
  };
}

/**
 * What a credential names besides its badge: the DIDs of its issuer and of the owner of its template, its place in a status
 * list of that issuer, and the endorsements of its template.
 */
export type CredentialParts = {
  issuerDid: string;
  creatorDid: string;
  credentialStatus: StatusEntry;
  endorsements: EndorsementCredential[];
};

function buildSubject(
  row: AssertionRow,
  id: string,
  parts: CredentialParts,
): UnsignedCredential["credentialSubject"] {
  const { salt, identity } = hashedRecipient(row);
  return {
    id,
    type: ["AchievementSubject"],
    identifier: [
      { type: "IdentityObject", identityType: "emailAddress", hashed: true, salt, identityHash: identity },
    ],
    achievement: buildAchievement(row, parts),
    ...buildResults(row),
  };
}

/**
 * Builds the credential of Open Badges 3.0 of a badge, before its issuer signs it. `subjectId` is a URN that names the
 * subject in this credential only.
 */
export function buildUnsignedCredential(
  row: AssertionRow,
  { subjectId, ...parts }: CredentialParts & { subjectId: string },
): UnsignedCredential {
  const { badgeTemplate: template } = row;
  const evidence = presentEvidenceList(row).map((one) => ({ type: ["Evidence"] as ["Evidence"], ...one }));
  return {
    "@context": [...CONTEXTS.three],
    id: credentialUrl(row.id),
    type: ["VerifiableCredential", "OpenBadgeCredential"],
    ...achievementWords(template),
    image: buildImage(template.imageId, artCaption(template)),
    issuer: buildIssuer(assertionIssuer(row), parts.issuerDid),
    validFrom: toWholeSeconds(row.issuedAt),
    ...(row.expiresAt ? { validUntil: toWholeSeconds(row.expiresAt) } : {}),
    awardedDate: toWholeSeconds(row.issuedAt),
    credentialSubject: buildSubject(row, subjectId, parts),
    ...(evidence.length > 0 ? { evidence } : {}),
    credentialStatus: parts.credentialStatus,
    credentialSchema: [{ id: SCHEMA, type: "1EdTechJsonSchemaValidator2019" }],
  };
}

/**
 * Builds the credential of a badge for a wallet: the same, with its own `id`, a URN, and with the DID of the wallet's key
 * as its subject instead of the hash of an address.
 */
export function buildUnsignedHeldCredential(
  row: AssertionRow,
  { id, holder, ...parts }: CredentialParts & { id: string; holder: string },
): UnsignedHeldCredential {
  const { credentialSubject, ...rest } = buildUnsignedCredential(row, { subjectId: holder, ...parts });
  const { identifier: _identifier, ...subject } = credentialSubject;
  return { ...rest, id, credentialSubject: subject };
}

/**
 * Serializes the status of a credential by the method that credentials named before they had a place in a status list: a
 * list with the credential if it is revoked, otherwise an empty list. A replaced badge counts as revoked.
 */
export function presentStatus(row: AssertionRow): CredentialStatus {
  return {
    id: statusUrl(row.id),
    issuer: issuerUrl(assertionIssuer(row).id),
    revokedCredential: isEnded(row)
      ? [{ id: credentialUrl(row.id), revoked: true, ...publicRevocationReason(row) }]
      : [],
  };
}
