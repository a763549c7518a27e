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

/** What everybody may know of a badge of ours that was revoked; its earner is not named any more. */
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

/** A badge that was issued here, as our own records have it, whatever a copy of it says. */
async function verifyOurs(badgeId: string): Promise<Verdict> {
  try {
    return ofOurs(await getAssertion(badgeId));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return bare("unknown", true);
    throw error;
  }
}

/** Our own word on what stands under an address of ours; null for an address of others. */
function ours(address: string | null): Promise<Verdict> | null {
  if (address === null || !isSameOrigin(address, env().APP_URL)) return null;
  const badgeId = badgeIdOf(address);
  return badgeId === null ? Promise.resolve(bare("unknown", true)) : verifyOurs(badgeId);
}

/** The address of the badge that a document is about. */
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
 * How the badge at an address stands: of ours by our own records, of others by what their issuer says right now.
 * `visitor` is the address of who asks. 429 for one who asks too often.
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

/** What a file says of a badge: the words in a baked PNG, or its own. */
const wordsOf = (file: Buffer): string =>
  (isPng(file) ? pngText(file, KEYWORD, MOST_BYTES) : utf8(file)) ?? "";

/**
 * How the badge in a file stands: a baked PNG, an assertion, a credential or a JWT. Where it only names the address that
 * has its badge, that address, which can be looked up again.
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
