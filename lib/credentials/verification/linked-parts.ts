import type { Fetch } from "@/lib/platform/outbound/limited-fetch";
import {
  toEmbeddedPart,
  loadFromAddress,
  loadPart,
  readEmbedded,
  type FoundAssertion,
  type LinkedPart,
} from "./documents";
import { readIssuer, type Issuer, readBadgeClass, type BadgeClass, type Reference } from "./open-badge";
import { isHttps, isSameOrigin } from "./addresses";

/**
 * Whether an issuer is responsible for a URL: its host is allowed by the issuer's profile (by default the profile's own
 * origin), and it has one of the profile's prefixes, if there are any (Open Badges 2.0, VerificationObject).
 * `issuer.id` is the URL from which the profile was read.
 */
function isInScope(address: string, issuer: Issuer & { id: string }): boolean {
  const { host, origin } = new URL(address);
  const { allowedOrigins, startsWith } = issuer;
  const isAllowed =
    allowedOrigins.length === 0
      ? isSameOrigin(address, issuer.id)
      : allowedOrigins.some((allowed) => allowed === host || allowed === origin);
  return (
    isAllowed && (startsWith.length === 0 || startsWith.some((beginning) => address.startsWith(beginning)))
  );
}

/** URLs of the three documents of a hosted badge. Each was fetched from its own URL. */
type HostedChain = { assertion: string; badgeClass: string; issuer: Issuer & { id: string } };

/**
 * Whether the issuer itself published these documents: all were fetched over https, the issuer is responsible for the
 * assertion's URL, and the badge class is on the origin of the issuer's profile or where its assertions are allowed.
 */
export function isHostedByIssuer({ assertion, badgeClass, issuer }: HostedChain): boolean {
  if (![assertion, badgeClass, issuer.id].every(isHttps)) return false;
  const isOwnClass = isSameOrigin(badgeClass, issuer.id) || isInScope(badgeClass, issuer);
  return isOwnClass && isInScope(assertion, issuer);
}

const BADGE_CLASS_KIND = { what: "badge class", read: readBadgeClass };
const ISSUER_KIND = { what: "issuer", read: readIssuer };

/** The badge class of an assertion, and its issuer. */
export type LinkedParts = { badgeClass: LinkedPart<BadgeClass>; issuer: LinkedPart<Issuer> };

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
export async function loadParts(
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
