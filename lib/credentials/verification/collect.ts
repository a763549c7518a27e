import { clock } from "@/lib/kernel/clock";
import type { Fetch } from "@/lib/platform/outbound/limited-fetch";
import { normalizeWebUrl } from "./addresses";
import { checkHosting, checkIssuer, checkRevocationList, checkSignature } from "./assertion-checks";
import { checkDates, passed, STATUS_NOT_READ, unknown, type Check } from "./checks";
import { credentialId, isCredential, readCredential, type Credential } from "./credential";
import { listAssertionDifferences, type Difference } from "./differences";
import { followAssertion, type FoundAssertion } from "./documents";
import { checkIntegrity } from "./integrity";
import type { CredentialIssuer } from "./issuer-document";
import { loadParts, type LinkedParts } from "./linked-parts";
import {
  assertionId,
  cleanLine,
  readAssertion,
  type Assertion,
  type BadgeClass,
  isRecipient,
} from "./open-badge";
import { loadIssuer } from "./own-documents";
import { BadgeRefused } from "./refusal";
import { checkStatuses } from "./status";
import type { Document } from "./statement";

/** The issuer of a badge: as its own document names it, or else as the badge does. */
export type BadgeIssuer = { id: string | null; name: string; host: string | null };

/** An Open Badge with its linked documents, and what was found out about it. */
export type OpenBadge = {
  assertion: Assertion;
  document: Document;
  badgeClass: BadgeClass;
  issuer: BadgeIssuer;
  /** What the badge says of its earner in the open; null when it only has the hash of an address. */
  earner: string | null;
  /** The earner's address that matches the assertion; null when no recipient was checked. */
  recipientEmail: string | null;
  checks: Check[];
  /** Where the given copy differs from the assertion that its issuer publishes. */
  differences: Difference[];
  jws: string | null;
};

const isSignedAssertion = ({ jws, document }: FoundAssertion): boolean =>
  jws !== null && readAssertion(document).verification.kind === "signed";

/** Finds the earner's address that the assertion names; null when there are no addresses to check. */
function findRecipientEmail({ recipients }: Assertion, addresses: string[] | null): string | null {
  if (addresses === null) return null;
  if (recipients instanceof BadgeRefused) throw recipients;
  const found = addresses.find((email) => recipients.some((recipient) => isRecipient(recipient, email)));
  if (found !== undefined) return found;
  const message = "This badge belongs to another person. It names none of your confirmed e-mail addresses.";
  throw new BadgeRefused("not_recipient", message);
}

const nameIssuer = ({ id, profile, host }: CredentialIssuer, given: string | null): BadgeIssuer => ({
  id,
  name: cleanLine(profile?.name) ?? given ?? host ?? cleanLine(id) ?? "",
  host,
});

/** A token whose claims say something else than the credential in it says two things, also with a right signature. */
const checkClaims = ({ differentClaim }: Credential, check: Check): Check =>
  differentClaim !== null && check.result === "passed"
    ? unknown("authenticity", "claims_differ", differentClaim)
    : check;

/** What is known of a credential from elsewhere: our records of one that we issued. */
type KnownChecks = { authenticity: Check; status: Check };

async function checkSignedCredential(
  fetch: Fetch,
  credential: Credential,
  jws: string | null,
  issuer: CredentialIssuer,
): Promise<KnownChecks> {
  const { document, statuses } = credential;
  const integrity = await checkIntegrity(fetch, { document, jws }, issuer);
  const authenticity = checkClaims(credential, integrity);
  // A status that its issuer did not sign says nothing, and its list may be anywhere.
  const isRead = authenticity.result === "passed" || statuses.length === 0;
  const status = isRead ? await checkStatuses(fetch, statuses, issuer, document.id) : STATUS_NOT_READ;
  return { authenticity, status };
}

/**
 * Reads a credential of Open Badges 3.0, which contains all its parts under one signature. Checks its signature and its status,
 * unless they are known. Throws as `collectBadge`.
 */
export async function collectCredential(
  fetch: Fetch,
  { document, jws }: Pick<FoundAssertion, "document" | "jws">,
  addresses: string[] | null,
  known?: KnownChecks,
): Promise<OpenBadge> {
  const credential = readCredential({ document, jws });
  const { assertion, badgeClass, earner, issuerName } = credential;
  const recipientEmail = findRecipientEmail(assertion, addresses);
  const issuer = await loadIssuer(fetch, credential);
  const { authenticity, status } = known ?? (await checkSignedCredential(fetch, credential, jws, issuer));
  const checks = [
    passed("format", null, `Open Badges ${assertion.version}`),
    issuer.check,
    authenticity,
    status,
    ...checkDates(clock.now(), { start: assertion.issued.at, end: assertion.expires?.at ?? null }),
  ];
  const parts = { assertion, document, badgeClass, issuer: nameIssuer(issuer, issuerName) };
  return { ...parts, earner, recipientEmail, checks, differences: [], jws };
}

/** Whether the issuer of an assertion confirms it, and has not revoked it. */
async function checkAssertion(
  fetch: Fetch,
  {
    assertion,
    document,
    jws,
    isHosted,
  }: Omit<FoundAssertion, "from"> & { assertion: Assertion; isHosted: boolean },
  parts: LinkedParts,
): Promise<Check[]> {
  if (jws !== null)
    return [
      await checkSignature(fetch, { jws, assertion }, parts),
      await checkRevocationList(fetch, { ...assertion, document }, parts.issuer),
    ];
  const isKnown = isHosted || assertion.isRevoked;
  return [
    checkHosting(assertion, isHosted, parts),
    isKnown ? await checkRevocationList(fetch, { ...assertion, document }, null) : STATUS_NOT_READ,
  ];
}

const describeIssuer = ({ issuer: { address, value } }: LinkedParts): BadgeIssuer => ({
  id: address ?? value.id,
  name: value.name,
  host: address && new URL(address).host,
});

/** Checks an assertion of Open Badges 1 or 2. */
async function collectAssertion(
  fetch: Fetch,
  found: FoundAssertion,
  addresses: string[] | null,
): Promise<OpenBadge> {
  const { document, from, jws, isHosted } = isSignedAssertion(found)
    ? { ...found, from: null, isHosted: false }
    : await followAssertion(fetch, { ...found, jws: null });
  const assertion = readAssertion(document);
  const recipientEmail = findRecipientEmail(assertion, addresses);
  const parts = await loadParts(fetch, assertion.badge, { from, jws });
  const differences = isHosted ? listAssertionDifferences(document, found.document) : [];
  const checks = [
    passed("format", null, `Open Badges ${assertion.version}`),
    checkIssuer(parts),
    ...(await checkAssertion(fetch, { assertion, document, jws, isHosted }, parts)),
    // The date of issue of these versions has no other meaning, and is often a day without a zone.
    ...checkDates(clock.now(), { start: null, end: assertion.expires?.at ?? null }),
  ];
  const values = { assertion, document, badgeClass: parts.badgeClass.value, earner: null };
  return { ...values, issuer: describeIssuer(parts), recipientEmail, checks, differences, jws };
}

/**
 * Loads a complete Open Badge: its assertion, from the issuer itself where possible, its badge class and its issuer.
 * Checks it (decision 0097). `addresses` are the earner's; null skips the check of the recipient.
 *
 * @throws BadgeRefused when a required part is missing, the badge belongs to another person, or its URL says that it was
 *   revoked
 * @throws OutboundRefused when the badge class or the issuer cannot be fetched
 */
export const collectBadge = (
  fetch: Fetch,
  found: FoundAssertion,
  addresses: string[] | null,
): Promise<OpenBadge> =>
  isCredential(found)
    ? collectCredential(fetch, found, addresses)
    : collectAssertion(fetch, found, addresses);

/** The URL of the badge that a document describes. */
export const badgeAddress = (found: Pick<FoundAssertion, "document" | "jws">): string | null =>
  normalizeWebUrl(isCredential(found) ? credentialId(found) : assertionId(found.document));
