import type { Fetch } from "@/lib/platform/outbound/limited-fetch";
import { comparableId, isHttps, normalizeKeyUrl, normalizeWebUrl } from "./addresses";
import { failed, passed, STATUS_NOT_READ, unknown, type Check } from "./checks";
import { tryFetchDocument, type LinkedPart } from "./documents";
import { type LinkedParts, isHostedByIssuer } from "./linked-parts";
import { type Issuer, assertionId, readReference, type Assertion } from "./open-badge";
import { hasCome } from "./issuer-document";
import {
  checkClaims,
  findForeignType,
  findTimeProblem,
  isSignedBy,
  readClaims,
  readJwsHeader,
} from "./signature";
import { isDocument, type Document } from "./statement";

// The checks of Open Badges 1 and 2: an assertion is genuine because its issuer publishes it, or has signed it.

const hostOf = (address: string | null): string | null => address && new URL(address).host;

/** Whether the profile of the issuer was read at its own URL, over https. */
export function checkIssuer({ issuer: { isAuthoritative, address } }: LinkedParts): Check {
  if (!isAuthoritative || address === null) return unknown("issuer", "issuer_not_reached", hostOf(address));
  return isHttps(address)
    ? passed("issuer", null, hostOf(address))
    : unknown("issuer", "issuer_insecure", hostOf(address));
}

function isPublishedByIssuer(assertion: Assertion, { badgeClass, issuer }: LinkedParts): boolean {
  if (!badgeClass.isAuthoritative || !assertion.id || !badgeClass.address || !issuer.address) return false;
  const profile = { ...issuer.value, id: issuer.address };
  return isHostedByIssuer({ assertion: assertion.id, badgeClass: badgeClass.address, issuer: profile });
}

/** Whether the issuer publishes the assertion: it was read at its own URL, and the issuer is responsible for that. */
export function checkHosting(assertion: Assertion, isHosted: boolean, parts: LinkedParts): Check {
  const { address, isAuthoritative } = parts.issuer;
  if (assertion.verification.kind === "signed") return unknown("authenticity", "unsigned");
  const ownAddress = normalizeWebUrl(assertion.id);
  if (!isHosted)
    return ownAddress
      ? unknown("authenticity", "not_reached", hostOf(ownAddress))
      : unknown("authenticity", "unsigned");
  if (!isAuthoritative) return unknown("authenticity", "issuer_not_reached", hostOf(address));
  if (isPublishedByIssuer(assertion, parts)) return passed("authenticity", "published", hostOf(ownAddress));
  // Without https, anyone on the way could have published it.
  const isSecure = [assertion.id, parts.badgeClass.address, address].every((one) => one && isHttps(one));
  return isSecure && parts.badgeClass.isAuthoritative
    ? failed("authenticity", "not_published_by_issuer", hostOf(ownAddress))
    : unknown("authenticity", "issuer_insecure", hostOf(address));
}

/** Whether the document of a key says that it is another one, or that it counts no more. */
const isOtherKey = ({ id, revoked, expires }: Document, creator: string): boolean =>
  (id !== undefined && normalizeKeyUrl(id) !== creator) || hasCome(revoked) || hasCome(expires);

/**
 * Loads the PEM of the key if the issuer's profile lists the key, the key names the issuer and counts; null otherwise.
 */
async function loadPem(fetch: Fetch, creator: string, issuer: LinkedPart<Issuer>): Promise<string | null> {
  const listed = issuer.value.keys.find(({ id }) => id === creator);
  if (!listed) return null;
  const isEmbeddedKey = listed.document !== null && "publicKeyPem" in listed.document;
  const fetched = isEmbeddedKey
    ? { document: listed.document }
    : await tryFetchDocument(fetch, creator, "key");
  const key = "document" in fetched ? fetched.document : null;
  if (key === null || isOtherKey(key, creator) || normalizeWebUrl(key.owner) !== issuer.address) return null;
  return typeof key.publicKeyPem === "string" ? key.publicKeyPem : null;
}

const isSecure = ({ isAuthoritative: isOwn, address }: LinkedPart<unknown>): boolean =>
  isOwn && address !== null && isHttps(address);

/** Whether a key that the issuer's own profile lists has signed the assertion. */
export async function checkSignature(
  fetch: Fetch,
  { jws, assertion }: { jws: string; assertion: Assertion },
  { badgeClass, issuer }: LinkedParts,
): Promise<Check> {
  const { creator } = assertion.verification;
  const host = hostOf(issuer.address);
  // The signature also covers an embedded badge class.
  if (!isSecure(issuer) || !(badgeClass.isEmbedded || isSecure(badgeClass)))
    return unknown("authenticity", "issuer_not_reached", host);
  if (!creator || !isHttps(creator)) return failed("authenticity", "key_not_listed", host);
  const pem = await loadPem(fetch, creator, issuer);
  if (pem === null) return failed("authenticity", "key_not_listed", host);
  return checkJws(jws, pem, issuer.address);
}

/** Checks the claims of a signed assertion, which is no token but may be in one; null when they are in order (RFC 7519, 4.1). */
function checkOwnClaims(claims: Document, issuer: string | null): Check | null {
  const { iss } = claims;
  if (iss !== undefined && normalizeWebUrl(iss) !== issuer)
    return unknown("authenticity", "claims_differ", "iss");
  const timeProblem = findTimeProblem(claims);
  return timeProblem ? unknown("authenticity", timeProblem) : checkClaims(claims);
}

async function checkJws(jws: string, pem: string, address: string | null): Promise<Check> {
  const header = readJwsHeader(jws);
  const foreignType = header && findForeignType(header);
  if (foreignType !== null) return unknown("authenticity", "unsupported_suite", foreignType);
  const problem = checkOwnClaims(readClaims(jws), address);
  if (problem) return problem;
  const isSigned = await isSignedBy(jws, pem);
  if (isSigned === null) return unknown("authenticity", "unsupported_key");
  return isSigned
    ? passed("authenticity", "signed", hostOf(address))
    : failed("authenticity", "bad_signature");
}

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** The names of an assertion by which lists know it: its id, or in version 1 its URL, and its `uid`. */
const namesOf = (one: Document): string[] =>
  [textOf(one.id) ?? textOf(one["@id"]) ?? assertionId(one), textOf(one.uid)]
    .filter((name) => name !== null)
    .map(comparableId);

/** The names in a list of revoked badges, and whether each of its entries could be read. */
type RevokedNames = { names: string[]; isComplete: boolean };

/** Members of errors and of other documents, by which one is no list of version 1. */
const OTHER_MEMBERS = new Set(
  "@context @id @type id type issuer name title detail description error message status code".split(" "),
);

/** Reads a list of revoked badges; null when it is none. Version 1 has the `uid`s as names of an object. */
function readRevokedNames({ revokedAssertions: listed, ...list }: Document): RevokedNames | null {
  if (Array.isArray(listed)) {
    const entries = listed.map((one: unknown) => namesOf(isDocument(one) ? one : { id: one }));
    return { names: entries.flat(), isComplete: entries.every(({ length }) => length > 0) };
  }
  const isVersion1 = listed === undefined && Object.values(list).every((one) => typeof one === "string");
  const isList = isVersion1 && !Object.keys(list).some((name) => OTHER_MEMBERS.has(name));
  return isList ? { names: Object.keys(list).map(comparableId), isComplete: true } : null;
}

/** Whether a list names another issuer than that of the badge (Open Badges 2.0, RevocationList). */
function isOfAnother({ issuer: given }: Document, issuer: string | null): boolean {
  const { address } = readReference(given);
  return given !== undefined && address !== issuer;
}

/** Loads the list of revoked badges that an issuer names, or returns why it cannot be used. */
async function loadRevokedNames(fetch: Fetch, issuer: LinkedPart<Issuer>): Promise<RevokedNames | Check> {
  const address = issuer.value.revocationList?.address;
  const fetched = address ? await tryFetchDocument(fetch, address, "list of revoked badges") : null;
  if (!fetched || !("document" in fetched)) return STATUS_NOT_READ;
  if (isOfAnother(fetched.document, issuer.address)) return unknown("status", "status_of_another_issuer");
  return readRevokedNames(fetched.document) ?? STATUS_NOT_READ;
}

/**
 * Whether the list of revoked badges of an issuer names a signed assertion. A hosted one says at its URL that it is revoked: then
 * the issuer is null.
 */
export async function checkRevocationList(
  fetch: Fetch,
  { document, isRevoked }: { document: Document; isRevoked: boolean },
  issuer: LinkedPart<Issuer> | null,
): Promise<Check> {
  if (isRevoked) return failed("status", "revoked");
  if (!issuer?.value.revocationList) return passed("status");
  const revoked = await loadRevokedNames(fetch, issuer);
  if ("check" in revoked) return revoked;
  const names = namesOf(document);
  if (names.some((name) => revoked.names.includes(name))) return failed("status", "revoked");
  // An entry that cannot be read may name this one.
  return revoked.isComplete && names.length > 0 ? passed("status") : STATUS_NOT_READ;
}
