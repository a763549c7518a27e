import { badgePageUrl } from "@/lib/organizations/badge-facts/serializer";
import { isTestBadge } from "@/lib/badges/issued/serializer";
import { parseBadgeId } from "@/lib/credentials/open-badges/addresses";
import { assertionIssuer, type AssertionRow } from "@/lib/credentials/open-badges/serializer";
import {
  findBadgeToSign,
  findPublicAssertion,
  type PublicAssertion,
} from "@/lib/credentials/open-badges/service";
import { publicDomain } from "@/lib/credentials/public-pages/serializer";
import { findCopyRecord } from "@/lib/credentials/signed-credentials/copies";
import type { SignedCredentialRow } from "@/lib/credentials/signed-credentials/serializer";
import { findStoredCredential, isStoredToken } from "@/lib/credentials/signed-credentials/service";
import { canonicalizeJson, digestJson } from "@/lib/kernel/canonical-json";
import { isUuid } from "@/lib/kernel/ids";
import { isSameDigest } from "@/lib/kernel/secrets";
import { failed, passed, replaceCheck, type Check } from "./checks";
import { badgeAddress, collectBadge, type OpenBadge } from "./collect";
import { isCredential, readCredential, withoutClaims } from "./credential";
import { listAssertionDifferences, listCredentialDifferences } from "./differences";
import type { FoundAssertion } from "./documents";
import { hasSameFacts } from "./facts";
import {
  fetchNothing,
  notPublic,
  publicResult,
  readStoredCredential,
  replacedResult,
  revokedResult,
} from "./own-badge";
import { findIssuingOrganization, findListedBadgeId, isOwnAddress } from "./own-documents";
import { BadgeRefused } from "./refusal";
import { buildResult, presentBadge } from "./serializer";
import type { VerificationResult } from "./schema";
import { parseDocument, type Document } from "./statement";

type Copy = Pick<FoundAssertion, "document" | "jws">;

/** Whether our records say that a badge is a test. */
const isKnownTest = (row: AssertionRow | null): boolean => row !== null && isTestBadge(row);

/** The result for a credential that is ours. Its earner may show it although the badge is private. */
async function genuineResult(found: OpenBadge, row: AssertionRow | null): Promise<VerificationResult> {
  const assertion = row && (await findPublicAssertion(row));
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

/** The badge whose URL a copy has, and the credential that we stored of it. */
type Issued = { row: AssertionRow | null; stored: SignedCredentialRow | null };

/** The result for a copy that our signature does not cover: it is compared with what was issued, if that is public. */
async function comparedResult(
  { row, stored }: Issued,
  document: Document,
  isForged: boolean,
): Promise<VerificationResult> {
  const assertion = row && (await findPublicAssertion(row));
  if (assertion && !(isForged && assertion.row.state !== "accepted")) {
    const compare = (issued: { credential: Document; assertion: Document }) => {
      const differences = isCredential({ document, jws: null })
        ? listCredentialDifferences(issued.credential, document)
        : listAssertionDifferences(issued.assertion, document);
      return isForged && differences.length === 0
        ? [{ field: "proof", issued: null, given: null }]
        : differences;
    };
    return publicResult(assertion, { compare, stored });
  }
  return isForged
    ? buildResult([passed("format"), failed("authenticity", "bad_signature")], { issued_here: true })
    : notPublic();
}

/** Verifies a copy of one of our badges; null for a badge of another service. */
export async function verifyOwnCopy({ document, jws }: Copy): Promise<VerificationResult | null> {
  const address = badgeAddress({ document, jws });
  if (address === null || !isOwnAddress(address)) return null;
  const badgeId = parseBadgeId(address);
  if (badgeId === null) return notPublic();
  return isCredential({ document, jws })
    ? verifyCredentialCopy(badgeId, { document, jws })
    : comparedResult({ row: await findBadgeToSign(badgeId), stored: null }, document, false);
}

const withoutProof = ({ proof: _proof, ...document }: Document): Document => document;

const credentialOf = ({ document, jws }: Copy): Document =>
  jws === null ? document : withoutClaims(document);

/** Whether a copy is what we stored when we signed it: its token, or its content with one of its proofs or both. */
function isStoredCopy({ document, jws }: Copy, stored: SignedCredentialRow): boolean {
  if (jws !== null) return isStoredToken(jws, stored);
  const issued = parseDocument(stored.document);
  const proofs = new Set([issued.proof].flat().map(canonicalizeJson));
  const given = [document.proof].flat();
  const isProved =
    given.length > 0 && given.every((proof) => proof !== undefined && proofs.has(canonicalizeJson(proof)));
  return isProved && canonicalizeJson(withoutProof(document)) === canonicalizeJson(withoutProof(issued));
}

/** Verifies a copy of the credential of a badge: first by what we stored, and one that differs from it by its signature. */
async function verifyCredentialCopy(badgeId: string, copy: Copy): Promise<VerificationResult> {
  const issued = { row: await findBadgeToSign(badgeId), stored: await findStoredCredential(badgeId) };
  const { row, stored } = issued;
  if (row && stored && isStoredCopy(copy, stored))
    return genuineResult((await readStoredCredential(stored.document, row)).found, row);
  const found = await readSignedCopy(copy);
  if (found instanceof BadgeRefused) return refusedResult(issued, copy, found);
  const isGenuine = isPassed(found.checks) && (await isOurs(copy, row, stored));
  if (isGenuine) return genuineResult(found, row);
  // A token without a signature of ours, or with claims that do not agree, is no copy of one.
  return comparedResult(issued, credentialOf(copy), copy.jws !== null || isForgery(found));
}

const isPassed = (checks: Check[]): boolean =>
  checks.some(({ check, result }) => check === "authenticity" && result === "passed");

const FORGED = new Set<string>(["bad_signature", "differs", "key_not_listed"]);

/** Whether somebody else signed what is not ours, or the signature is wrong. */
const isForgery = ({ checks }: OpenBadge): boolean =>
  isPassed(checks) ||
  checks.some(({ check, reason }) => check === "authenticity" && FORGED.has(reason ?? ""));

async function readSignedCopy(copy: Copy): Promise<OpenBadge | BadgeRefused> {
  try {
    return await collectBadge(fetchNothing, { ...copy, from: null }, null);
  } catch (error) {
    if (error instanceof BadgeRefused) return error;
    throw error;
  }
}

/** The result for a copy that is no credential: of a public badge, where it differs; of another, no more than that. */
async function refusedResult(issued: Issued, copy: Copy, refused: BadgeRefused): Promise<VerificationResult> {
  const assertion = issued.row && (await findPublicAssertion(issued.row));
  if (assertion?.row.state !== "accepted") throw refused;
  return comparedResult(issued, credentialOf(copy), true);
}

/**
 * Whether a copy with a right signature is ours: the organization that issued this badge signed it, and it says what we stored.
 * Anyone can sign with a key of their own. Copies from before credentials were stored differ in ids.
 */
async function isOurs(
  copy: Copy,
  row: AssertionRow | null,
  stored: SignedCredentialRow | null,
): Promise<boolean> {
  const credential = readCredential(copy);
  const organizationId = await findIssuingOrganization(credential);
  if (organizationId === null || (row && assertionIssuer(row).id !== organizationId)) return false;
  return stored === null || hasSameFacts(credential.document, parseDocument(stored.document));
}

/** What our records say of a copy in a wallet. `isKnown`: that we issued it. */
type CopyRecord = { checks: Check[]; isTest: boolean; isKnown: boolean };

const copyIdOf = (id: unknown): string | null => {
  const [, uuid = ""] = /^urn:uuid:(.{36})$/.exec(typeof id === "string" ? id : "") ?? [];
  return isUuid(uuid) ? uuid.toLowerCase() : null;
};

/** Finds the badge of a copy: by the id of the copy, or for one with a right signature by its place in a status list. */
async function findBadgeOfCopy(
  { checks, statuses }: { checks: Check[]; statuses: Document[] },
  copy: { badgeId: string } | null,
): Promise<AssertionRow | null> {
  const badgeId = copy?.badgeId ?? (isPassed(checks) ? await findListedBadgeId(statuses) : null);
  return badgeId === null ? null : findBadgeToSign(badgeId);
}

/** Corrects the checks of a copy by our records: what it says is not what we signed, or its badge was replaced. */
function correctChecks(checks: Check[], isAltered: boolean, row: AssertionRow | null): Check[] {
  const isReplaced = row?.state === "replaced" && checks.some(({ reason }) => reason === "revoked");
  const known = isAltered ? replaceCheck(checks, failed("authenticity", "differs")) : checks;
  return isReplaced ? replaceCheck(known, failed("status", "replaced")) : known;
}

/**
 * Says what our records know of a copy in a wallet, which has an id of its own: whether it says what we signed, whether its badge
 * was replaced, where its status list only has revoked, and whether it is a test.
 */
export async function readCopyRecord({ checks, document, jws }: OpenBadge): Promise<CopyRecord> {
  if (!isCredential({ document, jws })) return { checks, isTest: false, isKnown: isPassed(checks) };
  const { document: credential, statuses } = readCredential({ document, jws });
  const id = copyIdOf(credential.id);
  const copy = id === null ? null : await findCopyRecord(id);
  const row = await findBadgeOfCopy({ checks, statuses }, copy);
  const digest = digestJson(withoutProof(credentialOf({ document, jws })));
  const isAltered = copy?.contentDigest ? !isSameDigest(copy.contentDigest, digest) : false;
  return {
    checks: correctChecks(checks, isAltered, row),
    isTest: isPassed(checks) && isKnownTest(row),
    isKnown: isPassed(checks) || copy !== null,
  };
}
