import { canonicalizeJson } from "@/lib/kernel/canonical-json";
import {
  readIssuer,
  cleanLine,
  readAssertion,
  readBadgeClass,
  type Assertion,
  type BadgeClass,
} from "./open-badge";
import { ambiguousBadge, incompleteBadge } from "./refusal";
import { requireBadgeShape } from "./shape";
import { isDocument, toDocuments, type Document } from "./statement";

/** The types of an Open Badges 3.0 credential, in any spelling. Badges of older versions have others. */
const TYPES = /(^|[:#/])(OpenBadgeCredential|AchievementCredential)$/;

/** A credential of Open Badges 3.0, converted to the terms of the older versions, with the data to verify it. */
export type Credential = {
  document: Document;
  assertion: Assertion;
  badgeClass: BadgeClass;
  issuerId: string;
  /** The issuer's name in the credential; null when it contains only the issuer's URL. */
  issuerName: string | null;
  /** Where its status is published, as it says that. */
  statuses: Document[];
  /** What the credential says of its earner in the open: a name, or the id of a wallet (a DID). */
  earner: string | null;
  /** The claim of its token that says something else than the credential in it; null when there is none. */
  differentClaim: string | null;
};

const toText = (value: unknown): string => (typeof value === "string" ? value : "");

/** A document, and the JWS whose payload it is; null for one that stands alone. */
type Carried = { document: Document; jws: string | null };

/** A claim of a token as a moment; undefined for none. The claims count seconds (RFC 7519, 2). */
function toMoment(seconds: unknown): string | undefined {
  const isSeconds = typeof seconds === "number" && Math.abs(seconds) < 1e11;
  return isSeconds ? new Date(seconds * 1_000).toISOString() : undefined;
}

const definedOnly = (members: Document): Document =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** Unwraps the credential in a token of version 1.1, whose claims may stand for its members (6.3.1, "JWT Decoding"). */
function unwrapVc({ vc, ...claims }: Document & { vc: Document }): Document {
  const { credentialSubject } = vc;
  const subject = isDocument(credentialSubject)
    ? { id: claims.sub, ...credentialSubject }
    : credentialSubject;
  const members = {
    id: claims.jti,
    issuer: claims.iss,
    issuanceDate: toMoment(claims.nbf),
    expirationDate: toMoment(claims.exp),
    ...vc,
    credentialSubject: isDocument(subject) ? definedOnly(subject) : subject,
  };
  return definedOnly(members);
}

/** Members of a credential that no claim of a token is called. */
const CREDENTIAL_MEMBERS = [
  "@context",
  "type",
  "credentialSubject",
  "credentialStatus",
  "validFrom",
  "validUntil",
  "issuanceDate",
  "expirationDate",
];

/** Whether a token has members of a credential beside the one in it, or another issuer: each reader would take another. */
export function hasTwoCredentials({ vc, ...claims }: Document): boolean {
  if (!isDocument(vc)) return false;
  const { issuer } = claims;
  const isOther = issuer !== undefined && canonicalizeJson(issuer) !== canonicalizeJson(vc.issuer ?? null);
  return isOther || CREDENTIAL_MEMBERS.some((name) => name in claims);
}

/**
 * Returns the credential: the payload of a token (Verifiable Credentials 2.0) or the `vc` in it (1.1), otherwise the document
 * itself. Throws `BadgeRefused` for a token with both, or with a presentation too ("Securing Verifiable Credentials using JOSE and
 * COSE", 3.1.1).
 */
function unwrapToken({ document, jws }: Carried): Document {
  const { vc, vp } = document;
  if (jws === null) return document;
  if (vp !== undefined) throw ambiguousBadge("vp");
  if (vc === undefined) return document;
  if (!isDocument(vc) || hasTwoCredentials(document)) throw ambiguousBadge("vc");
  return unwrapVc({ ...document, vc });
}

/** Whether a document is a credential of Open Badges 3.0, or the payload of a token with one. */
export const isCredential = (carried: Carried): boolean =>
  [unwrapToken(carried).type].flat().some((type) => TYPES.test(toText(type)));

/** The id of a credential as it says it. */
export const credentialId = (carried: Carried): unknown => unwrapToken(carried).id;

/**
 * Lists what names the recipient: each identifier that is an e-mail address, hashed or not, and the `mailto:` id of the subject.
 * Their order is not signed by every suite, so it must not matter.
 */
function listRecipients(subject: Document): Document[] {
  const named = toDocuments(subject.identifier)
    .filter(({ identityType }) => /^(email|emailAddress)$/i.test(toText(identityType)))
    .map(({ identityHash, salt }) => ({ type: "email", identity: identityHash, salt }));
  const isAddress = /^mailto:/i.test(toText(subject.id));
  return isAddress ? [...named, { type: "email", identity: subject.id }] : named;
}

/** Converts the credential to an assertion in the terms of Open Badges 2.0. */
function toAssertion(document: Document, subject: Document, achievement: Document): Document {
  return {
    id: document.id,
    recipient: listRecipients(subject),
    badge: achievement,
    issuedOn: document.validFrom ?? document.issuanceDate,
    expires: document.validUntil ?? document.expirationDate,
    image: document.image ?? achievement.image,
    licenseNumber: subject.licenseNumber,
  };
}

/** Reads the earner's names, all of them and sorted, because their order is not signed by every suite; else the DID. */
function readEarner(subject: Document): string | null {
  const names = toDocuments(subject.identifier)
    .filter(({ identityType, hashed }) => identityType === "name" && hashed !== true)
    .flatMap(({ identityHash }) => cleanLine(identityHash) ?? []);
  const all = [...new Set(names)].toSorted().join(", ");
  return (
    cleanLine(all) ??
    cleanLine(subject.name) ??
    (toText(subject.id).startsWith("did:") ? cleanLine(subject.id) : null)
  );
}

/** The claims of a token that repeat members of the credential in it. */
const REPEATING_CLAIMS = ["iss", "sub", "jti", "nbf", "exp"] as const;

/** The credential in the payload of a token, without the claims of the token that repeat it. */
export const withoutClaims = (payload: Document): Document =>
  Object.fromEntries(
    Object.entries(payload).filter(([name]) => !(REPEATING_CLAIMS as readonly string[]).includes(name)),
  );

const toSeconds = (moment: unknown): unknown =>
  typeof moment === "string" ? Math.floor(Date.parse(moment) / 1_000) : undefined;

/** Finds a claim of a token that does not say what the credential in it says (Open Badges 3.0, 8.2). */
function findDifferentClaim({ document: claims, jws }: Carried, document: Document): string | null {
  if (jws === null) return null;
  const { issuer, credentialSubject: subject } = document;
  const expected: Record<(typeof REPEATING_CLAIMS)[number], unknown> = {
    iss: isDocument(issuer) ? issuer.id : issuer,
    sub: isDocument(subject) ? subject.id : undefined,
    jti: document.id,
    nbf: toSeconds(document.validFrom ?? document.issuanceDate),
    exp: toSeconds(document.validUntil ?? document.expirationDate),
  };
  const isSame = (name: (typeof REPEATING_CLAIMS)[number]): boolean =>
    (typeof claims[name] === "number" ? Math.floor(claims[name]) : claims[name]) === expected[name];
  return REPEATING_CLAIMS.find((name) => claims[name] !== undefined && !isSame(name)) ?? null;
}

function readCredentialIssuer({ issuer }: Document): Document & { id: string } {
  const given: unknown = [issuer].flat()[0];
  const id = toText(isDocument(given) ? given.id : given);
  if (id === "") throw incompleteBadge("The credential names no issuer.");
  return { ...(isDocument(given) ? given : {}), id };
}

/** The status of a token itself (Token Status List), which we do not read: what it says is not known. */
const listTokenStatuses = ({ document: { status }, jws }: Carried): Document[] =>
  jws !== null && typeof status === "object" ? [{ type: "status" }] : [];

/**
 * Reads a credential (Open Badges 3.0, AchievementCredential).
 *
 * @throws BadgeRefused when it has not the form of one (shape.ts), or no achievement, issuer or valid date
 */
export function readCredential(carried: Carried): Credential {
  const document = unwrapToken(carried);
  const [subject] = toDocuments(document.credentialSubject);
  const [achievement] = toDocuments(subject?.achievement);
  if (!subject || !achievement) throw incompleteBadge("The credential names no achievement.");
  requireBadgeShape(document);
  const issuer = readCredentialIssuer(document);
  return {
    document,
    assertion: { ...readAssertion(toAssertion(document, subject, achievement)), version: "3.0" },
    badgeClass: readBadgeClass({ ...achievement, tags: achievement.tag, issuer }),
    issuerId: issuer.id,
    issuerName: issuer.name === undefined ? null : readIssuer(issuer).name,
    statuses: [...toDocuments(document.credentialStatus), ...listTokenStatuses(carried)],
    earner: readEarner(subject),
    differentClaim: findDifferentClaim(carried, document),
  };
}
