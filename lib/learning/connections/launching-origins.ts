import { parseWebOrigin } from "@/lib/kernel/origins";
import { readReturnOrigins } from "@/lib/learning/lti/launch";
import type { Parameter } from "@/lib/learning/lti/parameters";

/** A launch names its page once, or twice when the LMS frames itself. This leaves some room. */
const MAX_ORIGINS = 4;

/**
 * Reads the origins of the page that launches, which may frame the page it leads to: first the origin of the signed
 * return address, then the one in `Origin`, or in `Referer` when the browser hides the origin (`Origin: null`).
 *
 * The headers are not signed but can be trusted: they are read after the signature was verified and its nonce stored,
 * so an attacker would need a signed launch that was never sent. Only the LMS creates these, for the person who is
 * signed in there, and gives them to no other site. A person who posts their own launch from another page only frames
 * their own badges. The origins apply to the token of this launch only, which that page cannot read.
 */
export function readLaunchingOrigins(
  parameters: readonly Parameter[],
  header: (name: string) => string | null,
): string[] {
  const headerOrigin = parseWebOrigin(header("origin")) ?? parseWebOrigin(header("referer"));
  const origins = new Set([
    ...readReturnOrigins(parameters),
    ...(headerOrigin === null ? [] : [headerOrigin]),
  ]);
  return [...origins].slice(0, MAX_ORIGINS);
}
