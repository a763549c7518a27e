import { validityPeriod } from "@/lib/badges/issued/choices";
import { badgePageUrl, isTestBadge } from "@/lib/badges/issued/serializer";
import { clock } from "@/lib/kernel/clock";
import { toIsoDate } from "@/lib/kernel/dates";
import { ApiError } from "@/lib/kernel/errors";
import { parseBadgeId } from "@/lib/credentials/open-badges/addresses";
import {
  achievementWords,
  assertionIssuer,
  presentAssertion,
  presentRevocation,
  type AssertionRow,
} from "@/lib/credentials/open-badges/serializer";
import { findBadgeToSign, getAssertion, type PublicAssertion } from "@/lib/credentials/open-badges/service";
import { publicDomain } from "@/lib/credentials/public-pages/serializer";
import { getCredentialOfRow, requireSigned } from "@/lib/credentials/signed-credentials/service";
import { OutboundRefused, type Fetch } from "@/lib/platform/outbound/limited-fetch";
import { normalizeWebUrl } from "./addresses";
import { checkDates, failed, passed, replaceCheck, unknown, type Check } from "./checks";
import { badgeAddress, collectBadge, type OpenBadge } from "./collect";
import { isCredential, readCredential } from "./credential";
import { listAssertionDifferences, listCredentialDifferences, type Difference } from "./differences";
import type { FoundAssertion } from "./documents";
import { findIssuingOrganization, findListedBadgeId, isOwnAddress, withOwnDocuments } from "./own-documents";
import { buildResult, presentBadge } from "./serializer";
import type { VerificationResult } from "./schema";
import { parseDocument, type Document } from "./statement";

/** Badges of this service are verified without a request to anyone. */
const fetchNothing: Fetch = withOwnDocuments((url) =>
  Promise.reject(new OutboundRefused(`${new URL(url).host} is another service.`, "budget", false)),
);

const notPublic = (): VerificationResult =>
  buildResult([unknown("format", "not_public")], { issued_here: true });

const presentIssuer = (row: AssertionRow, host: string | null) => {
  const issuer = assertionIssuer(row);
  return { id: null, name: issuer.name, host, domain: publicDomain(issuer) };
};

/** The public data of a badge that was revoked; its earner is no longer named. */
function revokedResult(row: AssertionRow): VerificationResult {
  const revocation = presentRevocation(row);
  const checks = [passed("format"), failed("status", "revoked")];
  if (!revocation) return buildResult(checks, { issued_here: true });
  const { name, issuedOn, revokedOn, reason } = revocation;
  return buildResult(checks, {
    issued_here: true,
    badge: {
      name,
      description: null,
      earner: null,
      issued_on: toIsoDate(issuedOn),
      expires_on: null,
      is_test: isTestBadge(row),
    },
    issuer: presentIssuer(row, null),
    revocation: { on: toIsoDate(revokedOn), reason },
  });
}

function presentOwnBadge(row: AssertionRow): VerificationResult["badge"] {
  const { name, description } = achievementWords(row.badgeTemplate);
  return {
    name,
    description: description || null,
    earner: row.issuedTo || null,
    issued_on: toIsoDate(row.issuedAtDate),
    expires_on: row.expiresAtDate && toIsoDate(row.expiresAtDate),
    is_test: isTestBadge(row),
  };
}

/** The result for a replaced badge, with the page of its successor once that is public. */
const replacedResult = ({ newestId }: PublicAssertion): VerificationResult =>
  buildResult([passed("format"), failed("status", "replaced")], {
    issued_here: true,
    url: newestId === null ? null : badgePageUrl(newestId),
  });

/** Checks the stored credential of an accepted badge as any verifier would. */
async function checkStoredCredential(row: AssertionRow): Promise<{ document: Document; found: OpenBadge }> {
  const document = parseDocument(requireSigned(await getCredentialOfRow(row)).document);
  return { document, found: await collectBadge(fetchNothing, { document, from: null, jws: null }, null) };
}

/** The result for a badge that is public: by our records, which count more than any copy. */
async function publicResult(
  assertion: PublicAssertion,
  compare?: (issued: { credential: Document; assertion: Document }) => Difference[],
): Promise<VerificationResult> {
  const { row } = assertion;
  if (row.state === "replaced") return replacedResult(assertion);
  if (row.state === "revoked") return revokedResult(row);
  const { document, found } = await checkStoredCredential(row);
  const differences = compare?.({ credential: document, assertion: presentAssertion(row) }) ?? [];
  const dates = checkDates(clock.now(), validityPeriod(row));
  const checks = dates.reduce(replaceCheck, found.checks);
  const { id, host } = found.issuer;
  const isAltered = differences.length > 0;
  return buildResult(isAltered ? replaceCheck(checks, failed("authenticity", "differs")) : checks, {
    issued_here: true,
    badge: presentOwnBadge(row),
    issuer: { ...presentIssuer(row, host), id },
    differences,
    url: badgePageUrl(row.id),
  });
}

/** The id of our badge at a URL that somebody gave to verify; null for any other text. */
export function findVerifiedBadgeId(given: string): string | null {
  const address = normalizeWebUrl(given.trim());
  return address === null ? null : parseBadgeId(address);
}

async function findPublicBadge(badgeId: string): Promise<PublicAssertion | null> {
  try {
    return await getAssertion(badgeId);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Verifies the badge at a URL of this service by our records; null for other URLs. */
export async function verifyOwnAddress(address: string): Promise<VerificationResult | null> {
  if (!isOwnAddress(address)) return null;
  const badgeId = parseBadgeId(address);
  const assertion = badgeId === null ? null : await findPublicBadge(badgeId);
  return assertion ? publicResult(assertion) : notPublic();
}

/** Whether our records say that a badge is a test. */
const isKnownTest = (row: AssertionRow | null): boolean => row !== null && isTestBadge(row);

/** The result for a credential with a right signature. Its earner may show it although the badge is private. */
async function genuineResult(badgeId: string, found: OpenBadge): Promise<VerificationResult> {
  const row = await findBadgeToSign(badgeId);
  const assertion = row && (await findPublicBadge(badgeId));
  if (row?.state === "replaced") return replacedResult(assertion ?? { row, newestId: null });
  return signedResult(found, row, assertion);
}

function signedResult(
  found: OpenBadge,
  row: AssertionRow | null,
  assertion: PublicAssertion | null,
): VerificationResult {
  const { name, host, id } = found.issuer;
  return buildResult(found.checks, {
    issued_here: true,
    badge: presentBadge(found, isKnownTest(row)),
    issuer: { id, name, host, domain: row ? publicDomain(assertionIssuer(row)) : null },
    revocation: assertion?.row.state === "revoked" ? revokedResult(assertion.row).revocation : null,
    url: assertion && row?.state === "accepted" ? badgePageUrl(row.id) : null,
  });
}

/** The result for a copy that our signature does not cover: it is compared with what was issued, if that is public. */
async function comparedResult(
  badgeId: string,
  document: Document,
  isForged: boolean,
): Promise<VerificationResult> {
  const assertion = await findPublicBadge(badgeId);
  if (assertion && !(isForged && assertion.row.state !== "accepted")) {
    const result = await publicResult(assertion, (issued) => {
      const differences = isCredential({ document, jws: null })
        ? listCredentialDifferences(issued.credential, document)
        : listAssertionDifferences(issued.assertion, document);
      return isForged && differences.length === 0
        ? [{ field: "proof", issued: null, given: null }]
        : differences;
    });
    return result;
  }
  return isForged
    ? buildResult([passed("format"), failed("authenticity", "bad_signature")], { issued_here: true })
    : notPublic();
}

/** Whether the issuer of a signed credential is the organization that issued this badge. Anyone can sign with a key of their own. */
async function isOurs(badgeId: string, copy: Pick<FoundAssertion, "document" | "jws">): Promise<boolean> {
  const organizationId = await findIssuingOrganization(readCredential(copy));
  if (organizationId === null) return false;
  const row = await findBadgeToSign(badgeId);
  return row === null || assertionIssuer(row).id === organizationId;
}

const FORGED = new Set<string>(["bad_signature", "differs", "key_not_listed"]);

/** Verifies a copy of one of our badges; null for a badge of another service. */
export async function verifyOwnCopy({ document, jws }: FoundAssertion): Promise<VerificationResult | null> {
  const address = badgeAddress({ document, jws });
  if (address === null || !isOwnAddress(address)) return null;
  const badgeId = parseBadgeId(address);
  if (badgeId === null) return notPublic();
  return isCredential({ document, jws })
    ? verifyCredentialCopy(badgeId, document, jws)
    : comparedResult(badgeId, document, false);
}

async function verifyCredentialCopy(
  badgeId: string,
  document: Document,
  jws: string | null,
): Promise<VerificationResult> {
  const found = await collectBadge(fetchNothing, { document, from: null, jws }, null);
  const authenticity = found.checks.find(({ check }) => check === "authenticity");
  const isSigned = authenticity?.result === "passed";
  if (isSigned && (await isOurs(badgeId, { document, jws }))) return genuineResult(badgeId, found);
  // Somebody else signed it, or the signature is wrong.
  const isForged = isSigned || FORGED.has(authenticity?.reason ?? "");
  return comparedResult(badgeId, credentialOf(document), isForged);
}

/** The credential in the payload of a token, without the claims of the token. */
function credentialOf({
  iss: _iss,
  sub: _sub,
  jti: _jti,
  nbf: _nbf,
  exp: _exp,
  ...credential
}: Document): Document {
  return credential;
}

/**
 * Says what our records know of a copy in a wallet, which has an id of its own: whether its badge was replaced, where its
 * status list only has revoked, and whether it is a test. Only of a copy with a right signature.
 */
export async function readCopyRecord({ checks, document, jws }: OpenBadge): Promise<CopyRecord> {
  const isSigned = checks.some(({ check, result }) => check === "authenticity" && result === "passed");
  const statuses =
    isSigned && isCredential({ document, jws }) ? readCredential({ document, jws }).statuses : [];
  const badgeId = await findListedBadgeId(statuses);
  const row = badgeId === null ? null : await findBadgeToSign(badgeId);
  const isRevoked = checks.some(({ reason }) => reason === "revoked");
  return {
    checks:
      isRevoked && row?.state === "replaced" ? replaceCheck(checks, failed("status", "replaced")) : checks,
    isTest: isKnownTest(row),
  };
}

type CopyRecord = { checks: Check[]; isTest: boolean };
