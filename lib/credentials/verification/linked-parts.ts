import type { Fetch } from "@/lib/platform/outbound/limited-fetch";
import {
  toEmbeddedPart,
  loadFromAddress,
  loadPart,
  readEmbedded,
  type FoundAssertion,
  type LinkedPart,
} from "./documents";
import { readIssuer, type Issuer } from "./issuer-profile";
import { readBadgeClass, type BadgeClass, type Reference } from "./open-badge";
import { isInScope } from "./scope";

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
