import { validityPeriod } from "@/lib/badges/issued/choices";
import { badgePageUrl } from "@/lib/organizations/badge-facts/serializer";
import { isTestBadge } from "@/lib/badges/issued/serializer";
import { clock } from "@/lib/kernel/clock";
import { toIsoDate } from "@/lib/kernel/dates";
import { env } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";
import { parseBadgeId } from "@/lib/credentials/open-badges/addresses";
import {
  achievementWords,
  assertionIssuer,
  presentAssertion,
  presentRevocation,
  type AssertionRow,
} from "@/lib/credentials/open-badges/serializer";
import { getAssertion, type PublicAssertion } from "@/lib/credentials/open-badges/service";
import { isSupportedProof, suiteOf } from "@/lib/credentials/proofs/suites";
import { publicDomain } from "@/lib/credentials/public-pages/serializer";
import type { SignedCredentialRow } from "@/lib/credentials/signed-credentials/serializer";
import { getCredentialOfRow, requireSigned } from "@/lib/credentials/signed-credentials/service";
import { OutboundRefused, type Fetch } from "@/lib/platform/outbound/limited-fetch";
import { normalizeWebUrl } from "./addresses";
import { checkDates, failed, passed, replaceCheck, unknown, type Check } from "./checks";
import { collectCredential, type OpenBadge } from "./collect";
import type { Difference } from "./differences";
import { isOwnAddress, withOwnDocuments } from "./own-documents";
import { buildResult } from "./serializer";
import type { VerificationResult } from "./schema";
import { isDocument, parseDocument, type Document } from "./statement";

/** Badges of this service are verified without a request to anyone. */
export const fetchNothing: Fetch = withOwnDocuments((url) =>
  Promise.reject(new OutboundRefused(`${new URL(url).host} is another service.`, "budget", false)),
);

/** The result for what is no public badge of this service. */
export const notPublic = (): VerificationResult =>
  buildResult([unknown("format", "not_public")], { issued_here: true });

const presentIssuer = (row: AssertionRow, host: string | null) => {
  const issuer = assertionIssuer(row);
  return { id: null, name: issuer.name, host, domain: publicDomain(issuer) };
};

/** The public data of a badge that was revoked; its earner is no longer named. */
export function revokedResult(row: AssertionRow): VerificationResult {
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
export const replacedResult = ({ newestId }: PublicAssertion): VerificationResult =>
  buildResult([passed("format"), failed("status", "replaced")], {
    issued_here: true,
    url: newestId === null ? null : badgePageUrl(newestId),
  });

/** We publish the badge. Whether bytes that somebody sent have a proof is another question. */
const published = (): Check => passed("authenticity", "published", new URL(env().APP_URL).host);

/** Returns the proof that we stored as the reason why a badge is genuine; that we publish it, when no proof can be checked. */
function describeStored({ proof }: Document): Check {
  const signed = [proof].flat().filter(isDocument).find(isSupportedProof);
  return signed ? passed("authenticity", "signed", suiteOf(signed)) : published();
}

/** Reads a credential that we stored when we signed it: that it is ours, and whether it is revoked, our records say. */
export async function readStoredCredential(
  text: string,
  row: AssertionRow,
): Promise<{ document: Document; found: OpenBadge }> {
  const document = parseDocument(text);
  // As its place in the status list: an earner who gives a badge back ends it, too.
  const status = row.state === "accepted" ? passed("status") : failed("status", "revoked");
  const known = { authenticity: describeStored(document), status };
  return { document, found: await collectCredential(fetchNothing, { document, jws: null }, null, known) };
}

type Compare = (issued: { credential: Document; assertion: Document }) => Difference[];

/** Compares a copy that our signature does not cover with what was issued. A copy that is the same is published, not signed. */
function compareCopy(document: Document, row: AssertionRow, compare: Compare) {
  const differences = compare({ credential: document, assertion: presentAssertion(row) });
  const authenticity = differences.length > 0 ? failed("authenticity", "differs") : published();
  return { differences, authenticity };
}

/**
 * The result for a badge that is public: by our records, which count more than any copy. `copy` is how one is compared, and the
 * stored credential if it was read.
 */
export async function publicResult(
  assertion: PublicAssertion,
  copy?: { compare: Compare; stored: SignedCredentialRow | null },
): Promise<VerificationResult> {
  const { row } = assertion;
  if (row.state === "replaced") return replacedResult(assertion);
  if (row.state === "revoked") return revokedResult(row);
  const { document: text } = copy?.stored ?? requireSigned(await getCredentialOfRow(row));
  const { document, found } = await readStoredCredential(text, row);
  const compared = copy && compareCopy(document, row, copy.compare);
  const dates = checkDates(clock.now(), validityPeriod(row));
  const changes = compared ? [...dates, compared.authenticity] : dates;
  const { id, host } = found.issuer;
  return buildResult(changes.reduce(replaceCheck, found.checks), {
    issued_here: true,
    badge: presentOwnBadge(row),
    issuer: { ...presentIssuer(row, host), id },
    differences: compared?.differences ?? [],
    url: badgePageUrl(row.id),
  });
}

/** The id of our badge at a URL that somebody gave to verify; null for any other text. */
export function findVerifiedBadgeId(given: string): string | null {
  const address = normalizeWebUrl(given.trim());
  return address === null ? null : parseBadgeId(address);
}

/** Finds a badge with public documents; null when there is none. */
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
