import type { Fetch } from "@/lib/platform/outbound/fetch-within";
import { isHttps, webUrl } from "./addresses";
import { isCredential, readCredential } from "./credential";
import { isIssuersWord } from "./credential-proof";
import {
  asWritten,
  atItsAddress,
  follow,
  lookAt,
  partOf,
  writtenOut,
  type Found,
  type Part,
} from "./documents";
import {
  assertionId,
  readAssertion,
  readBadgeClass,
  readIssuer,
  type Assertion,
  type BadgeClass,
  type Issuer,
  type Reference,
} from "./open-badge";
import { isRecipient } from "./recipient";
import { BadgeRefused, incomplete, revoked } from "./refusal";
import { isInScope, isIssuersOwn } from "./scope";
import { isSignedBy } from "./signature";
import { isDocument, type Document } from "./statement";

/** An Open Badge with its linked documents. */
export type OpenBadge = {
  assertion: Assertion;
  document: Document;
  badgeClass: BadgeClass;
  issuer: Issuer;
  /** The earner's address that matches the assertion; null when no recipient was checked. */
  recipientEmail: string | null;
  /** Whether all of it was confirmed by the issuer itself. */
  isVerified: boolean;
  jws: string | null;
};

const CLASS = { what: "badge class", read: readBadgeClass };
const ISSUER = { what: "issuer", read: readIssuer };

type Parts = { badgeClass: Part<BadgeClass>; issuer: Part<Issuer> };

const answersFor = (issuer: Part<Issuer>, address: string): boolean =>
  issuer.isOwn && issuer.address !== null && isInScope(address, { ...issuer.value, id: issuer.address });

/**
 * Loads the badge class and the issuer. The issuer is always fetched from its own URL: an attacker who can publish any
 * file on its origin could embed another scope and other keys. An embedded badge class is accepted in a signed
 * assertion, and when the issuer is responsible for its URL. Otherwise it is fetched too, and the fetched one is used
 * only if it names the same issuer.
 */
async function partsOf(fetch: Fetch, badge: Reference, found: Pick<Found, "from" | "jws">): Promise<Parts> {
  const { address } = badge;
  const written = writtenOut(badge.document, CLASS);
  if (!written?.issuer.address) {
    const badgeClass = await partOf(fetch, badge, CLASS);
    return { badgeClass, issuer: await partOf(fetch, badgeClass.value.issuer, ISSUER) };
  }
  const issuer = await partOf(fetch, written.issuer, ISSUER);
  const badgeClass = asWritten(written, address);
  if (found.jws !== null) return { badgeClass, issuer };
  if (found.from && address && answersFor(issuer, address)) {
    return { badgeClass: { ...badgeClass, isOwn: true }, issuer };
  }
  const there = await atItsAddress(fetch, address, CLASS);
  const isSame = !("refusal" in there) && there.value.issuer.address === written.issuer.address;
  return { badgeClass: isSame ? there : badgeClass, issuer };
}

function isHostedWord(assertion: Assertion, { badgeClass, issuer }: Parts): boolean {
  if (assertion.verification.kind === "signed" || !badgeClass.isOwn || !issuer.isOwn) return false;
  if (!assertion.id || !badgeClass.address || !issuer.address) return false;
  const profile = { ...issuer.value, id: issuer.address };
  return isIssuersOwn({ assertion: assertion.id, badgeClass: badgeClass.address, issuer: profile });
}

/** Loads the PEM of the key if the issuer's profile lists the key and the key names the issuer; null otherwise. */
async function keyOf(fetch: Fetch, creator: string, issuer: Part<Issuer>): Promise<string | null> {
  const listed = issuer.value.keys.find(({ address }) => address === creator);
  if (!listed) return null;
  const isWritten = listed.document !== null && "publicKeyPem" in listed.document;
  const sight = isWritten ? { document: listed.document } : await lookAt(fetch, creator, "key");
  if (!("document" in sight) || webUrl(sight.document?.owner) !== issuer.address) return null;
  const pem = sight.document?.publicKeyPem;
  return typeof pem === "string" ? pem : null;
}

const listedId = (one: unknown): string | null =>
  isDocument(one) ? assertionId(one) : assertionId({ id: one });

/** False when the issuer's revocation list cannot be read; throws when it contains this assertion. */
async function isStanding(fetch: Fetch, id: string | null, list: string | null): Promise<boolean> {
  if (list === null) return true;
  const sight = await lookAt(fetch, list, "list of revoked badges");
  if (!("document" in sight)) return false;
  const named = [sight.document.revokedAssertions].flat().map(listedId);
  if (id !== null && named.includes(id)) throw revoked();
  return true;
}

const isSecure = ({ isOwn, address }: Part<unknown>): boolean =>
  isOwn && address !== null && isHttps(address);

/** Whether the issuer's own key signed the assertion, and the issuer has not revoked it since. */
async function isSignedWord(
  fetch: Fetch,
  { jws, assertion }: { jws: string; assertion: Assertion },
  { badgeClass, issuer }: Parts,
): Promise<boolean> {
  const { creator } = assertion.verification;
  // The signature also covers an embedded badge class.
  const isKnown = isSecure(issuer) && (badgeClass.isEmbedded || isSecure(badgeClass));
  if (!isKnown || !creator || !isHttps(creator)) return false;
  const pem = await keyOf(fetch, creator, issuer);
  const isSigned = pem === null ? null : await isSignedBy(jws, pem);
  if (isSigned === false) {
    throw new BadgeRefused("bad_signature", "The signature of this badge does not match its issuer.");
  }
  const stands = await isStanding(fetch, assertion.id, issuer.value.revocationList);
  return isSigned === true && stands;
}

const isMeantSigned = ({ jws, document }: Found): boolean =>
  jws !== null && readAssertion(document).verification.kind === "signed";

/** Finds the earner's address that the assertion names; null when there are no addresses to check. */
function recipientEmailOf({ recipient }: Assertion, addresses: string[] | null): string | null {
  if (addresses === null) return null;
  const found = addresses.find((email) => isRecipient(recipient, email));
  if (found !== undefined) return found;
  const message = "This badge belongs to another person. It names none of your confirmed e-mail addresses.";
  throw new BadgeRefused("not_recipient", message);
}

/** Loads a credential of Open Badges 3.0, which contains all its parts under one signature. */
async function collectCredential(
  fetch: Fetch,
  { document, jws }: Found,
  addresses: string[] | null,
): Promise<OpenBadge> {
  const credential = readCredential(document);
  const { assertion, badgeClass, issuerId, issuerName } = credential;
  const recipientEmail = recipientEmailOf(assertion, addresses);
  const { isVerified, profile } = await isIssuersWord(fetch, credential, jws);
  if (issuerName === null && profile === null) throw incomplete("The issuer has no name.");
  const issuer = readIssuer(issuerName === null ? (profile ?? {}) : { id: issuerId, name: issuerName });
  return { assertion, document, badgeClass, issuer, recipientEmail, isVerified, jws };
}

/**
 * Loads a complete Open Badge: its assertion, from the issuer itself where possible, its badge class and its issuer.
 * Finds out whether it is verified (decision 0057). `addresses` are the earner's; null skips the check of the
 * recipient.
 *
 * @throws BadgeRefused when a required part is missing, the badge is revoked, or it belongs to another person
 * @throws OutboundRefused when the badge class or the issuer cannot be fetched
 */
export async function collectBadge(
  fetch: Fetch,
  found: Found,
  addresses: string[] | null,
): Promise<OpenBadge> {
  if (isCredential(found.document)) return collectCredential(fetch, found, addresses);
  const { document, from, jws, isHosted } = isMeantSigned(found)
    ? { ...found, from: null, isHosted: false }
    : await follow(fetch, { ...found, jws: null });
  const assertion = readAssertion(document);
  if (assertion.isRevoked) throw revoked();
  const recipientEmail = recipientEmailOf(assertion, addresses);
  const parts = await partsOf(fetch, assertion.badge, { from, jws });
  const isVerified = jws
    ? await isSignedWord(fetch, { jws, assertion }, parts)
    : isHosted && isHostedWord(assertion, parts);
  const values = { badgeClass: parts.badgeClass.value, issuer: parts.issuer.value };
  return { assertion, document, ...values, recipientEmail, isVerified, jws };
}
