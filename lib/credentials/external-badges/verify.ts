import { isPng } from "@/lib/art/drawing/png-chunks";
import { badgePageUrl } from "@/lib/badges/issued/serializer";
import { clock } from "@/lib/kernel/clock";
import { toIsoDate } from "@/lib/kernel/dates";
import { env } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";
import { OutboundRefused, type Fetch } from "@/lib/platform/outbound/limited-fetch";
import { parseBadgeId } from "@/lib/credentials/open-badges/addresses";
import { BAKING } from "@/lib/credentials/open-badges/baking";
import { assertionIssuer, presentRevocation } from "@/lib/credentials/open-badges/serializer";
import { getAssertion, type PublicAssertion } from "@/lib/credentials/open-badges/service";
import { publicDomain } from "@/lib/credentials/public-pages/serializer";
import { isSameOrigin, normalizeWebUrl } from "./addresses";
import { collectBadge, type OpenBadge } from "./collect";
import { isCredential, readCredential } from "./credential";
import { keyDocumentUrl } from "./credential-proof";
import { withVisitorLookup } from "./lookup";
import { assertionId } from "./open-badge";
import { readPngText } from "./png-text";
import { BadgeRefused } from "./refusal";
import type { VerificationResult } from "./schema";
import { readSource, type Source } from "./source";
import { MAX_DOCUMENT_BYTES, readStatement, decodeUtf8, type Document } from "./statement";

type VerificationStatus = VerificationResult["status"];

const emptyResult = (
  standing: VerificationStatus,
  isOurs = false,
  page: string | null = null,
): VerificationResult => ({
  status: standing,
  isOurs,
  badge: null,
  domain: null,
  revocation: null,
  page,
  host: page && new URL(page).host,
  checked_at: clock.now().toISOString(),
});

const isPast = (at: Date | null | undefined): boolean => !!at && at <= clock.now();

/** The public data of one of our badges that was revoked; its earner is no longer named. */
function revokedResult(row: PublicAssertion["row"]): VerificationResult {
  const verdict = emptyResult("revoked", true);
  const revocation = presentRevocation(row);
  if (!revocation) return verdict;
  const { name, issuer, issuedOn, revokedOn, reason } = revocation;
  return {
    ...verdict,
    badge: { name, issuer, earner: null, issued_on: toIsoDate(issuedOn), expires_on: null },
    revocation: { on: toIsoDate(revokedOn), reason },
  };
}

function ownBadgeResult({ row, newestId }: PublicAssertion): VerificationResult {
  if (newestId !== null) return emptyResult("replaced", true, badgePageUrl(newestId));
  if (row.state === "revoked") return revokedResult(row);
  const issuer = assertionIssuer(row);
  const badge = {
    name: row.badgeTemplate.name,
    issuer: issuer.name,
    earner: row.issuedTo || null,
    issued_on: toIsoDate(row.issuedAtDate),
    expires_on: row.expiresAtDate && toIsoDate(row.expiresAtDate),
  };
  const standing = isPast(row.expiresAt) ? "expired" : "valid";
  return { ...emptyResult(standing, true, badgePageUrl(row.id)), badge, domain: publicDomain(issuer) };
}

/** Verifies a badge that was issued here by our own records, whatever a copy of it contains. */
async function verifyOwnBadge(badgeId: string): Promise<VerificationResult> {
  try {
    return ownBadgeResult(await getAssertion(badgeId));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return emptyResult("unknown", true);
    throw error;
  }
}

/** Verifies a URL of this service by our own records; null for other URLs. */
function verifyOwnAddress(address: string | null): Promise<VerificationResult> | null {
  if (address === null || !isSameOrigin(address, env().APP_URL)) return null;
  const badgeId = parseBadgeId(address);
  return badgeId === null ? Promise.resolve(emptyResult("unknown", true)) : verifyOwnBadge(badgeId);
}

/** The URL of the badge that a document describes. */
const badgeAddress = (document: Document): string | null =>
  normalizeWebUrl(isCredential(document) ? readCredential(document).assertion.id : assertionId(document));

const issuerHost = ({ issuer, assertion }: OpenBadge): string | null => {
  const address = keyDocumentUrl(issuer.id ?? "") ?? normalizeWebUrl(assertion.id);
  return address && new URL(address).host;
};

function externalBadgeResult(found: OpenBadge, page: string | null): VerificationResult {
  const { assertion, badgeClass, issuer, isVerified } = found;
  const standing = isPast(assertion.expires?.at) ? "expired" : "valid";
  const address = normalizeWebUrl(assertion.id);
  return {
    ...emptyResult(isVerified ? standing : "unverified"),
    badge: {
      name: badgeClass.name,
      issuer: issuer.name,
      earner: null,
      issued_on: assertion.issued.date,
      expires_on: assertion.expires?.date ?? null,
    },
    page: address && page && isSameOrigin(address, page) ? page : address,
    host: issuerHost(found),
  };
}

async function verifySource(fetch: Fetch, source: Source): Promise<VerificationResult> {
  const ownResult = verifyOwnAddress(badgeAddress(source.document));
  return ownResult ?? externalBadgeResult(await collectBadge(fetch, source, null), source.page);
}

function errorResult(error: unknown): VerificationResult {
  if (error instanceof OutboundRefused) return emptyResult("unreached");
  if (!(error instanceof BadgeRefused)) throw error;
  switch (error.code) {
    case "revoked":
      return emptyResult("revoked");
    case "bad_signature":
      return emptyResult("forged");
    case "not_found":
      return emptyResult("unreached");
    case "unreadable_badge":
    case "incomplete_badge":
    case "not_recipient":
    case "another_badge":
      return emptyResult("unreadable");
  }
}

/**
 * Verifies the badge at a URL: our own badges by our records, others by the current data of their issuer. `visitor` is
 * the IP address of the client. Throws 429 for too many requests.
 */
export async function verifyBadgeAddress(given: string, visitor: string): Promise<VerificationResult> {
  const address = normalizeWebUrl(given.trim());
  if (address === null) return emptyResult("unreadable");
  const ownResult = verifyOwnAddress(address);
  if (ownResult) return ownResult;
  return withVisitorLookup(visitor, async (fetch) =>
    verifySource(fetch, await readSource(fetch, { url: address })),
  ).catch(errorResult);
}

/** Reads the badge of a file: the text in a baked PNG, or the text of the file. */
const readBadgeText = (file: Buffer): string =>
  (isPng(file) ? readPngText(file, BAKING.assertion.keyword, MAX_DOCUMENT_BYTES) : decodeUtf8(file)) ?? "";

/**
 * Verifies the badge in a file: a baked PNG, an assertion, a credential or a JWT. If the file only contains the URL of
 * a badge, returns that URL, which can be verified again.
 */
export async function verifyBadgeFile(
  file: Buffer,
  visitor: string,
): Promise<{ address: string } | { verdict: VerificationResult }> {
  try {
    const badgeText = readBadgeText(file);
    const statement = badgeText.length > MAX_DOCUMENT_BYTES ? null : readStatement(badgeText);
    if (!statement) return { verdict: emptyResult("unreadable") };
    if (statement.kind === "address") return { address: statement.address };
    const address = badgeAddress(statement.document);
    if (address !== null && verifyOwnAddress(address)) return { address };
    const verdict = await withVisitorLookup(visitor, async (fetch) =>
      verifySource(fetch, await readSource(fetch, { assertion: badgeText })),
    );
    return { verdict };
  } catch (error) {
    return { verdict: errorResult(error) };
  }
}
