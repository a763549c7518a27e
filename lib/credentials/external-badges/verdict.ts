import { isPng } from "@/lib/art/drawing/png-chunks";
import { badgePage } from "@/lib/badges/issued/serializer";
import { clock } from "@/lib/kernel/clock";
import { dateOnly } from "@/lib/kernel/dates";
import { env } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";
import { OutboundRefused, type Fetch } from "@/lib/platform/outbound/fetch-within";
import { badgeIdOf } from "@/lib/credentials/open-badges/addresses";
import { KEYWORD } from "@/lib/credentials/open-badges/baking";
import { issuerOf, presentRevocation } from "@/lib/credentials/open-badges/serializer";
import { getAssertion, type Shown } from "@/lib/credentials/open-badges/service";
import { publicDomain } from "@/lib/credentials/public-pages/serializer";
import { isSameOrigin, webUrl } from "./addresses";
import { collectBadge, type OpenBadge } from "./collect";
import { isCredential, readCredential } from "./credential";
import { keyAddress } from "./credential-proof";
import { lookForVisitor } from "./look";
import { assertionId } from "./open-badge";
import { pngText } from "./png-text";
import { BadgeRefused } from "./refusal";
import type { Verdict } from "./schema";
import { readSource, type Source } from "./source";
import { MOST_BYTES, readStatement, utf8, type Document } from "./statement";

type Standing = Verdict["standing"];

const bare = (standing: Standing, isOurs = false, page: string | null = null): Verdict => ({
  standing,
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
function ofRevoked(row: Shown["row"]): Verdict {
  const verdict = bare("revoked", true);
  const revocation = presentRevocation(row);
  if (!revocation) return verdict;
  const { name, issuer, issuedOn, revokedOn, reason } = revocation;
  return {
    ...verdict,
    badge: { name, issuer, earner: null, issued_on: dateOnly(issuedOn), expires_on: null },
    revocation: { on: dateOnly(revokedOn), reason },
  };
}

function ofOurs({ row, newestId }: Shown): Verdict {
  if (newestId !== null) return bare("replaced", true, badgePage(newestId));
  if (row.state === "revoked") return ofRevoked(row);
  const issuer = issuerOf(row);
  const badge = {
    name: row.badgeTemplate.name,
    issuer: issuer.name,
    earner: row.issuedTo || null,
    issued_on: dateOnly(row.issuedAtDate),
    expires_on: row.expiresAtDate && dateOnly(row.expiresAtDate),
  };
  const standing = isPast(row.expiresAt) ? "expired" : "valid";
  return { ...bare(standing, true, badgePage(row.id)), badge, domain: publicDomain(issuer) };
}

/** Verifies a badge that was issued here by our own records, whatever a copy of it contains. */
async function verifyOurs(badgeId: string): Promise<Verdict> {
  try {
    return ofOurs(await getAssertion(badgeId));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return bare("unknown", true);
    throw error;
  }
}

/** Verifies a URL of this service by our own records; null for other URLs. */
function ours(address: string | null): Promise<Verdict> | null {
  if (address === null || !isSameOrigin(address, env().APP_URL)) return null;
  const badgeId = badgeIdOf(address);
  return badgeId === null ? Promise.resolve(bare("unknown", true)) : verifyOurs(badgeId);
}

/** The URL of the badge that a document describes. */
const addressIn = (document: Document): string | null =>
  webUrl(isCredential(document) ? readCredential(document).assertion.id : assertionId(document));

const hostOf = ({ issuer, assertion }: OpenBadge): string | null => {
  const address = keyAddress(issuer.id ?? "") ?? webUrl(assertion.id);
  return address && new URL(address).host;
};

function ofOthers(found: OpenBadge, page: string | null): Verdict {
  const { assertion, badgeClass, issuer, isVerified } = found;
  const standing = isPast(assertion.expires?.at) ? "expired" : "valid";
  const address = webUrl(assertion.id);
  return {
    ...bare(isVerified ? standing : "unverified"),
    badge: {
      name: badgeClass.name,
      issuer: issuer.name,
      earner: null,
      issued_on: assertion.issued.date,
      expires_on: assertion.expires?.date ?? null,
    },
    page: address && page && isSameOrigin(address, page) ? page : address,
    host: hostOf(found),
  };
}

async function verifySource(fetch: Fetch, source: Source): Promise<Verdict> {
  const own = ours(addressIn(source.document));
  return own ?? ofOthers(await collectBadge(fetch, source, null), source.page);
}

function ofRefusal(error: unknown): Verdict {
  if (error instanceof OutboundRefused) return bare("unreached");
  if (!(error instanceof BadgeRefused)) throw error;
  switch (error.code) {
    case "revoked":
      return bare("revoked");
    case "bad_signature":
      return bare("forged");
    case "not_found":
      return bare("unreached");
    case "unreadable_badge":
    case "incomplete_badge":
    case "not_recipient":
    case "another_badge":
      return bare("unreadable");
  }
}

/**
 * Verifies the badge at a URL: our own badges by our records, others by the current data of their issuer. `visitor` is
 * the IP address of the client. Throws 429 for too many requests.
 */
export async function verifyAddress(given: string, visitor: string): Promise<Verdict> {
  const address = webUrl(given.trim());
  if (address === null) return bare("unreadable");
  const own = ours(address);
  if (own) return own;
  return lookForVisitor(visitor, async (fetch) =>
    verifySource(fetch, await readSource(fetch, { url: address })),
  ).catch(ofRefusal);
}

/** Reads the badge of a file: the text in a baked PNG, or the text of the file. */
const wordsOf = (file: Buffer): string =>
  (isPng(file) ? pngText(file, KEYWORD, MOST_BYTES) : utf8(file)) ?? "";

/**
 * Verifies the badge in a file: a baked PNG, an assertion, a credential or a JWT. If the file only contains the URL of
 * a badge, returns that URL, which can be verified again.
 */
export async function verifyFile(
  file: Buffer,
  visitor: string,
): Promise<{ address: string } | { verdict: Verdict }> {
  try {
    const words = wordsOf(file);
    const statement = words.length > MOST_BYTES ? null : readStatement(words);
    if (!statement) return { verdict: bare("unreadable") };
    if (statement.kind === "address") return { address: statement.address };
    const address = addressIn(statement.document);
    if (address !== null && ours(address)) return { address };
    const verdict = await lookForVisitor(visitor, async (fetch) =>
      verifySource(fetch, await readSource(fetch, { assertion: words })),
    );
    return { verdict };
  } catch (error) {
    return { verdict: ofRefusal(error) };
  }
}
