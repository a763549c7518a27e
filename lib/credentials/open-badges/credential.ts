import { imageUrl } from "@/lib/art/images/serializer";
import { credentialUrl, issuerUrl, jwkUrl, statusUrl, toWebDid } from "./addresses";
import { toPublicJwk, encodeMultikey } from "./multikey";
import {
  CONTEXTS,
  type CredentialIssuer,
  type CredentialStatus,
  type DidDocument,
  type IssuerJwk,
  type UnsignedCredential,
} from "./schema";
import {
  artCaption,
  assertionClassUrl,
  buildCriteria,
  presentEvidenceList,
  hashedRecipient,
  assertionIssuer,
  issuerProfileFields,
  publicRevocationReason,
  buildAlignments,
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

const buildProfile = (row: IssuerRow) => ({
  id: issuerUrl(row.id),
  type: ["Profile"] as ["Profile"],
  ...issuerProfileFields(row),
  ...(row.photoId ? { image: buildImage(row.photoId) } : {}),
});

function buildSubject(row: AssertionRow): UnsignedCredential["credentialSubject"] {
  const { badgeTemplate: template } = row;
  const { salt, identity } = hashedRecipient(row);
  const alignment = buildAlignments(template).map((target) => ({
    type: ["Alignment"] as ["Alignment"],
    ...target,
  }));
  return {
    type: ["AchievementSubject"],
    identifier: [
      { type: "IdentityObject", identityType: "emailAddress", hashed: true, salt, identityHash: identity },
    ],
    achievement: {
      // The badge class of Open Badges 2.0 has the same content, so its URL is the achievement's id.
      id: assertionClassUrl(row),
      type: ["Achievement"],
      achievementType: "Badge",
      name: template.name,
      description: template.description,
      criteria: buildCriteria(template),
      image: buildImage(template.imageId, artCaption(template)),
      ...(template.skills.length > 0 ? { tag: template.skills } : {}),
      ...(alignment.length > 0 ? { alignment } : {}),
    },
  };
}

/** Builds the credential of Open Badges 3.0 of a badge, before its issuer signs it. */
export function buildUnsignedCredential(row: AssertionRow): UnsignedCredential {
  const { badgeTemplate: template } = row;
  const evidence = presentEvidenceList(row).map((one) => ({ type: ["Evidence"] as ["Evidence"], ...one }));
  return {
    "@context": [...CONTEXTS.three],
    id: credentialUrl(row.id),
    type: ["VerifiableCredential", "OpenBadgeCredential"],
    name: template.name,
    description: template.description,
    image: buildImage(template.imageId, artCaption(template)),
    issuer: buildProfile(assertionIssuer(row)),
    validFrom: row.issuedAt.toISOString(),
    ...(row.expiresAt ? { validUntil: row.expiresAt.toISOString() } : {}),
    awardedDate: row.issuedAt.toISOString(),
    credentialSubject: buildSubject(row),
    ...(evidence.length > 0 ? { evidence } : {}),
    credentialStatus: { id: statusUrl(row.id), type: "1EdTechRevocationList" },
    credentialSchema: [{ id: SCHEMA, type: "1EdTechJsonSchemaValidator2019" }],
  };
}

/** When the content of a credential last changed. The same content has the same proof. */
export function lastChangedAt(row: AssertionRow): string {
  const { badgeTemplate: template } = row;
  const moments = [row, template, template.organization, row.organization].map(({ updatedAt }) => +updatedAt);
  return `${new Date(Math.max(...moments)).toISOString().slice(0, 19)}Z`;
}

const REPLACED_REASON = { revocationReason: "The issuer has replaced this badge by a newer one." };

/**
 * Serializes the status of a credential: a list with the credential if it is revoked, otherwise an empty list. A
 * replaced badge counts as revoked.
 */
export function presentStatus(row: AssertionRow): CredentialStatus {
  const reason = row.state === "replaced" ? REPLACED_REASON : publicRevocationReason(row);
  const isRevoked = row.state === "replaced" || row.state === "revoked";
  return {
    id: statusUrl(row.id),
    issuer: issuerUrl(assertionIssuer(row).id),
    revokedCredential: isRevoked ? [{ id: credentialUrl(row.id), revoked: true, ...reason }] : [],
  };
}

/** An issuer with the 32 bytes of its public key. */
export type KeyedIssuer = { issuer: IssuerRow; publicKey: Uint8Array };

/** Serializes the public key of an issuer. Its id is its URL. */
export const presentJwk = ({ issuer, publicKey }: KeyedIssuer): IssuerJwk => ({
  ...toPublicJwk(publicKey),
  kid: jwkUrl(issuer.id),
  alg: "EdDSA",
  use: "sig",
});

/** The id of the key in the proof of a credential. */
export const verificationMethodId = ({ issuer, publicKey }: KeyedIssuer): string =>
  `${issuerUrl(issuer.id)}#${encodeMultikey(publicKey)}`;

/** Serializes the issuer of credentials, as a profile and as the document that lists its keys. */
export function presentCredentialIssuer(keyed: KeyedIssuer): CredentialIssuer {
  const profile = buildProfile(keyed.issuer);
  const [proofs, tokens] = [verificationMethodId(keyed), jwkUrl(keyed.issuer.id)];
  return {
    "@context": [...CONTEXTS.issuer],
    ...profile,
    alsoKnownAs: [toWebDid(profile.id)],
    verificationMethod: [
      {
        id: proofs,
        type: "Multikey",
        controller: profile.id,
        publicKeyMultibase: encodeMultikey(keyed.publicKey),
      },
      { id: tokens, type: "JsonWebKey", controller: profile.id, publicKeyJwk: presentJwk(keyed) },
    ],
    assertionMethod: [proofs, tokens],
  };
}

/** Serializes the DID document of an issuer's `did:web`. */
export function presentDid(keyed: KeyedIssuer): DidDocument {
  const id = toWebDid(issuerUrl(keyed.issuer.id));
  const key = encodeMultikey(keyed.publicKey);
  return {
    "@context": [...CONTEXTS.did],
    id,
    alsoKnownAs: [issuerUrl(keyed.issuer.id)],
    verificationMethod: [{ id: `${id}#${key}`, type: "Multikey", controller: id, publicKeyMultibase: key }],
    assertionMethod: [`${id}#${key}`],
  };
}
