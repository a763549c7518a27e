import type { Fetch } from "@/lib/platform/outbound/limited-fetch";
import { isHttps, normalizeWebUrl } from "./addresses";
import { isCredential, readCredential } from "./credential";
import { verifyCredential } from "./credential-proof";
import {
  toEmbeddedPart,
  loadFromAddress,
  followAssertion,
  tryFetchDocument,
  loadPart,
  readEmbedded,
  type FoundAssertion,
  type LinkedPart,
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
import { BadgeRefused, incompleteBadge, revokedBadge } from "./refusal";
import { isInScope, isHostedByIssuer } from "./scope";
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

const BADGE_CLASS_KIND = { what: "badge class", read: readBadgeClass };
const ISSUER_KIND = { what: "issuer", read: readIssuer };

type LinkedParts = { badgeClass: LinkedPart<BadgeClass>; issuer: LinkedPart<Issuer> };

const isResponsibleFor = (issuer: LinkedPart<Issuer>, address: string): boolean =>
  issuer.isAuthoritative &&
  issuer.address !== null &&
  isInScope(address, { ...issuer.value, id: issuer.address });

/**
 * Loads the badge class and the issuer. The issuer is always fetched from its own URL: an attacker who can publish any
 * file on its origin could embed another scope and other keys. An embedded badge class is accepted in a signed
 * assertion, and when the issuer is responsible for its URL. Otherwise it is fetched too, and the fetched one is used
 * only if it names the same issuer.
 */
async function loadParts(
  fetch: Fetch,
  badge: Reference,
  found: Pick<FoundAssertion, "from" | "jws">,
): Promise<LinkedParts> {
  const { address } = badge;
  const embedded = readEmbedded(badge.document, BADGE_CLASS_KIND);
  if (!embedded?.issuer.address) {
    const badgeClass = await loadPart(fetch, badge, BADGE_CLASS_KIND);
    return { badgeClass, issuer: await loadPart(fetch, badgeClass.value.issuer, ISSUER_KIND) };
  }
  const issuer = await loadPart(fetch, embedded.issuer, ISSUER_KIND);
  const badgeClass = toEmbeddedPart(embedded, address);
  if (found.jws !== null) return { badgeClass, issuer };
  if (found.from && address && isResponsibleFor(issuer, address)) {
    return { badgeClass: { ...badgeClass, isAuthoritative: true }, issuer };
  }
  const published = await loadFromAddress(fetch, address, BADGE_CLASS_KIND);
  const isSame = !("refusal" in published) && published.value.issuer.address === embedded.issuer.address;
  return { badgeClass: isSame ? published : badgeClass, issuer };
}

function isVerifiedByHosting(assertion: Assertion, { badgeClass, issuer }: LinkedParts): boolean {
  if (assertion.verification.kind === "signed" || !badgeClass.isAuthoritative || !issuer.isAuthoritative)
    return false;
  if (!assertion.id || !badgeClass.address || !issuer.address) return false;
  const profile = { ...issuer.value, id: issuer.address };
  return isHostedByIssuer({ assertion: assertion.id, badgeClass: badgeClass.address, issuer: profile });
}

/** Loads the PEM of the key if the issuer's profile lists the key and the key names the issuer; null otherwise. */
async function loadPem(fetch: Fetch, creator: string, issuer: LinkedPart<Issuer>): Promise<string | null> {
  const listed = issuer.value.keys.find(({ address }) => address === creator);
  if (!listed) return null;
  const isEmbeddedKey = listed.document !== null && "publicKeyPem" in listed.document;
  const fetched = isEmbeddedKey
    ? { document: listed.document }
    : await tryFetchDocument(fetch, creator, "key");
  if (!("document" in fetched) || normalizeWebUrl(fetched.document?.owner) !== issuer.address) return null;
  const pem = fetched.document?.publicKeyPem;
  return typeof pem === "string" ? pem : null;
}

const revokedEntryId = (one: unknown): string | null =>
  isDocument(one) ? assertionId(one) : assertionId({ id: one });

/** False when the issuer's revocation list cannot be read; throws when it contains this assertion. */
async function isUnrevoked(fetch: Fetch, id: string | null, list: string | null): Promise<boolean> {
  if (list === null) return true;
  const fetched = await tryFetchDocument(fetch, list, "list of revoked badges");
  if (!("document" in fetched)) return false;
  const named = [fetched.document.revokedAssertions].flat().map(revokedEntryId);
  if (id !== null && named.includes(id)) throw revokedBadge();
  return true;
}

const isSecure = ({ isAuthoritative: isOwn, address }: LinkedPart<unknown>): boolean =>
  isOwn && address !== null && isHttps(address);

/** Whether the issuer's own key signed the assertion, and the issuer has not revoked it since. */
async function isVerifiedBySignature(
  fetch: Fetch,
  { jws, assertion }: { jws: string; assertion: Assertion },
  { badgeClass, issuer }: LinkedParts,
): Promise<boolean> {
  const { creator } = assertion.verification;
  // The signature also covers an embedded badge class.
  const isKnown = isSecure(issuer) && (badgeClass.isEmbedded || isSecure(badgeClass));
  if (!isKnown || !creator || !isHttps(creator)) return false;
  const pem = await loadPem(fetch, creator, issuer);
  const isSigned = pem === null ? null : await isSignedBy(jws, pem);
  if (isSigned === false) {
    throw new BadgeRefused("bad_signature", "The signature of this badge does not match its issuer.");
  }
  const isValid = await isUnrevoked(fetch, assertion.id, issuer.value.revocationList);
  return isSigned === true && isValid;
}

const isSignedAssertion = ({ jws, document }: FoundAssertion): boolean =>
  jws !== null && readAssertion(document).verification.kind === "signed";

/** Finds the earner's address that the assertion names; null when there are no addresses to check. */
function findRecipientEmail({ recipient }: Assertion, addresses: string[] | null): string | null {
  if (addresses === null) return null;
  const found = addresses.find((email) => isRecipient(recipient, email));
  if (found !== undefined) return found;
  const message = "This badge belongs to another person. It names none of your confirmed e-mail addresses.";
  throw new BadgeRefused("not_recipient", message);
}

/** Loads a credential of Open Badges 3.0, which contains all its parts under one signature. */
async function collectCredential(
  fetch: Fetch,
  { document, jws }: FoundAssertion,
  addresses: string[] | null,
): Promise<OpenBadge> {
  const credential = readCredential(document);
  const { assertion, badgeClass, issuerId, issuerName } = credential;
  const recipientEmail = findRecipientEmail(assertion, addresses);
  const { isVerified, profile } = await verifyCredential(fetch, credential, jws);
  if (issuerName === null && profile === null) throw incompleteBadge("The issuer has no name.");
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
  found: FoundAssertion,
  addresses: string[] | null,
): Promise<OpenBadge> {
  if (isCredential(found.document)) return collectCredential(fetch, found, addresses);
  const { document, from, jws, isHosted } = isSignedAssertion(found)
    ? { ...found, from: null, isHosted: false }
    : await followAssertion(fetch, { ...found, jws: null });
  const assertion = readAssertion(document);
  if (assertion.isRevoked) throw revokedBadge();
  const recipientEmail = findRecipientEmail(assertion, addresses);
  const parts = await loadParts(fetch, assertion.badge, { from, jws });
  const isVerified = jws
    ? await isVerifiedBySignature(fetch, { jws, assertion }, parts)
    : isHosted && isVerifiedByHosting(assertion, parts);
  const values = { badgeClass: parts.badgeClass.value, issuer: parts.issuer.value };
  return { assertion, document, ...values, recipientEmail, isVerified, jws };
}
