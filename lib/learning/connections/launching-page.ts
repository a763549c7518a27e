import { parseWebOrigin } from "@/lib/kernel/origins";
import { returnOrigins } from "@/lib/learning/lti/launch";
import type { Parameter } from "@/lib/learning/lti/parameters";

/** A launch names its page once, at most twice when the learning system frames itself. */
const MOST_ORIGINS = 4;

/**
 * The origins of the page that launches, which may frame the page it leads to: that of the signed return address first,
 * then what the browser names in `Origin`, or in `Referer` when it hides the origin (`Origin: null`).
 *
 * The headers are not signed. They may be believed all the same: they are read after the signature was verified and its
 * nonce used up, so whoever posts from another page needs a signed launch that was never sent. Only the learning system
 * makes those, for the person who is signed in there, and gives them to no other site. Somebody who posts a launch of
 * their own from elsewhere frames a page with their own badges. Whatever the origins are, they hold for the token of
 * this launch alone, which that page cannot read.
 */
export function launchingOrigins(
  parameters: readonly Parameter[],
  header: (name: string) => string | null,
): string[] {
  const posted = parseWebOrigin(header("origin")) ?? parseWebOrigin(header("referer"));
  const origins = new Set([...returnOrigins(parameters), ...(posted === null ? [] : [posted])]);
  return [...origins].slice(0, MOST_ORIGINS);
}
