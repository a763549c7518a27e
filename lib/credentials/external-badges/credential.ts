import { readAssertion, readBadgeClass, readIssuer, type Assertion, type BadgeClass } from "./open-badge";
import { incompleteBadge } from "./refusal";
import { isDocument, type Document } from "./statement";

const TYPES = /(^|[:#/])(OpenBadgeCredential|AchievementCredential)$/;

/** A status of a credential: its method, the URL of its list, and its place there if the method has one. */
export type CredentialStatus = { type: string; list: string; place: number | null };

/** A credential of Open Badges 3.0, converted to the terms of the older versions, with the data to verify it. */
export type Credential = {
  document: Document;
  assertion: Assertion;
  badgeClass: BadgeClass;
  issuerId: string;
  /** The issuer's name in the credential; null when it contains only the issuer's URL. */
  issuerName: string | null;
  proofs: Document[];
  /** Where the revocation status is published, and by which method. */
  statuses: CredentialStatus[];
};

const toDocuments = (value: unknown): Document[] => [value].flat().filter(isDocument);

const toText = (value: unknown): string => (typeof value === "string" ? value : "");

/**
 * Returns the credential of a JWT: its payload (Verifiable Credentials 2.0) or the `vc` in it (1.1); otherwise the
 * document itself.
 */
const unwrapJwtPayload = (document: Document): Document =>
  isDocument(document.vc)
    ? { id: document.jti, issuanceDate: document.nbf, expirationDate: document.exp, ...document.vc }
    : document;

/** True for a credential of Open Badges 3.0, or the payload of a JWT with one. */
export const isCredential = (document: Document): boolean =>
  [unwrapJwtPayload(document).type].flat().some((type) => TYPES.test(toText(type)));

/** The recipient: the first identifier that is an e-mail address, hashed or not, or the `mailto:` id of the subject. */
function buildRecipient(subject: Document): Document {
  const found = toDocuments(subject.identifier).find(({ identityType }) =>
    /^(email|emailAddress)$/i.test(toText(identityType)),
  );
  if (found) return { type: "email", identity: found.identityHash, salt: found.salt };
  return { type: "email", identity: /^mailto:/i.test(toText(subject.id)) ? subject.id : undefined };
}

/** Converts the credential to an assertion in the terms of Open Badges 2.0. */
function toAssertion(document: Document, subject: Document, achievement: Document): Document {
  return {
    id: document.id,
    recipient: buildRecipient(subject),
    badge: achievement,
    issuedOn: document.validFrom ?? document.issuanceDate,
    expires: document.validUntil ?? document.expirationDate,
    image: document.image ?? achievement.image,
    licenseNumber: subject.licenseNumber,
  };
}

function readCredentialIssuer({ issuer }: Document): Document & { id: string } {
  const given: unknown = [issuer].flat()[0];
  const id = toText(isDocument(given) ? given.id : given);
  if (id === "") throw incompleteBadge("The credential names no issuer.");
  return { ...(isDocument(given) ? given : {}), id };
}

function readStatus({
  type,
  id,
  statusPurpose,
  statusListIndex,
  statusListCredential,
}: Document): CredentialStatus {
  const isPlaced = type === "BitstringStatusListEntry" && statusPurpose === "revocation";
  const place = isPlaced && /^\d{1,9}$/.test(toText(statusListIndex)) ? Number(statusListIndex) : null;
  return { type: toText(type), list: toText(place === null ? id : statusListCredential), place };
}

/**
 * Reads a credential (Open Badges 3.0, AchievementCredential).
 *
 * @throws BadgeRefused when the achievement, issuer, recipient or a valid date is missing
 */
export function readCredential(given: Document): Credential {
  const document = unwrapJwtPayload(given);
  const [subject] = toDocuments(document.credentialSubject);
  const [achievement] = toDocuments(subject?.achievement);
  if (!subject || !achievement) throw incompleteBadge("The credential names no achievement.");
  const issuer = readCredentialIssuer(document);
  return {
    document,
    assertion: { ...readAssertion(toAssertion(document, subject, achievement)), version: "3.0" },
    badgeClass: readBadgeClass({ ...achievement, tags: achievement.tag, issuer }),
    issuerId: issuer.id,
    issuerName: issuer.name === undefined ? null : readIssuer(issuer).name,
    proofs: toDocuments(document.proof),
    statuses: toDocuments(document.credentialStatus).map(readStatus),
  };
}
