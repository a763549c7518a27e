import {
  cleanLine,
  readAssertion,
  readBadgeClass,
  readIssuer,
  type Assertion,
  type BadgeClass,
} from "./open-badge";
import { incompleteBadge } from "./refusal";
import { isDocument, type Document } from "./statement";

const TYPES = /(^|[:#/])(OpenBadgeCredential|AchievementCredential)$/;

/** A status of a credential: its method, the URL of its list, and its place there if the method has one. */
export type CredentialStatus = { type: string; list: string; place: number | null; purpose: string };

/** A credential of Open Badges 3.0, converted to the terms of the older versions, with the data to verify it. */
export type Credential = {
  document: Document;
  assertion: Assertion;
  badgeClass: BadgeClass;
  issuerId: string;
  /** The issuer's name in the credential; null when it contains only the issuer's URL. */
  issuerName: string | null;
  /** Where the revocation status is published, and by which method. */
  statuses: CredentialStatus[];
  /** What the credential says of its earner in the open: a name, or the id of a wallet (a DID). */
  earner: string | null;
  /** When a token begins and ceases to count, which may differ from the dates of the credential in it. */
  token: { notBefore: Date | null; expires: Date | null };
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
    issuedOn: document.validFrom ?? document.issuanceDate ?? document.awardedDate,
    expires: document.validUntil ?? document.expirationDate,
    image: document.image ?? achievement.image,
    licenseNumber: subject.licenseNumber,
  };
}

function readEarner(subject: Document): string | null {
  const named = toDocuments(subject.identifier).find(
    ({ identityType, hashed }) => identityType === "name" && hashed !== true,
  );
  return (
    cleanLine(named?.identityHash ?? subject.name) ??
    (toText(subject.id).startsWith("did:") ? cleanLine(subject.id) : null)
  );
}

const toDate = (seconds: unknown): Date | null =>
  typeof seconds === "number" && Number.isFinite(seconds) && Math.abs(seconds) < 1e11
    ? new Date(seconds * 1_000)
    : null;

function readCredentialIssuer({ issuer }: Document): Document & { id: string } {
  const given: unknown = [issuer].flat()[0];
  const id = toText(isDocument(given) ? given.id : given);
  if (id === "") throw incompleteBadge("The credential names no issuer.");
  return { ...(isDocument(given) ? given : {}), id };
}

const LIST_ENTRIES = new Set(["BitstringStatusListEntry", "StatusList2021Entry"]);
/** Other purposes, such as a refresh, say nothing about whether the credential is still valid. */
const PURPOSES = new Set(["revocation", "suspension"]);

const hasBearing = ({ place, purpose }: CredentialStatus): boolean => place === null || PURPOSES.has(purpose);

function readStatus({
  type,
  id,
  statusPurpose,
  statusListIndex,
  statusListCredential,
}: Document): CredentialStatus {
  const [kind, purpose, index] = [toText(type), toText(statusPurpose), String(statusListIndex)];
  const place = LIST_ENTRIES.has(kind) && /^\d{1,9}$/.test(index) ? Number(index) : null;
  return { type: kind, list: toText(place === null ? id : statusListCredential), place, purpose };
}

/**
 * Reads a credential (Open Badges 3.0, AchievementCredential).
 *
 * @throws BadgeRefused when the achievement, the issuer or a valid date is missing
 */
export function readCredential(given: Document): Credential {
  const document = unwrapJwtPayload(given);
  const token = { notBefore: toDate(given.nbf), expires: toDate(given.exp) };
  const [subject] = toDocuments(document.credentialSubject);
  const [achievement] = toDocuments(subject?.achievement);
  if (!subject || !achievement) throw incompleteBadge("The credential names no achievement.");
  const issuer = readCredentialIssuer(document);
  return {
    document,
    assertion: { ...readAssertion(toAssertion(document, subject, achievement)), version: "3.0" },
    badgeClass: readBadgeClass({ ...achievement, tags: achievement.tag, issuer }),
    token,
    issuerId: issuer.id,
    issuerName: issuer.name === undefined ? null : readIssuer(issuer).name,
    statuses: toDocuments(document.credentialStatus).map(readStatus).filter(hasBearing),
    earner: readEarner(subject),
  };
}
