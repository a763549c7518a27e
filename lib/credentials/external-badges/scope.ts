import { isHttps, isSameOrigin } from "./addresses";
import type { Issuer } from "./open-badge";

/**
 * Whether an issuer answers for an address: it stands on a host that the issuer's profile allows, by default the
 * profile's own, and begins as the profile says, if it does (Open Badges 2.0, VerificationObject). `issuer.id` is where
 * the profile was read.
 */
export function isInScope(address: string, issuer: Issuer & { id: string }): boolean {
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

/** Addresses of the three documents of a hosted badge, each of which was read there itself. */
export type HostedChain = { assertion: string; badgeClass: string; issuer: Issuer & { id: string } };

/**
 * Whether what stands at these addresses is its issuer's own word: all of it came over https, the issuer answers for
 * the assertion, and the badge class stands beside the issuer's profile or where its assertions may.
 */
export function isIssuersOwn({ assertion, badgeClass, issuer }: HostedChain): boolean {
  if (![assertion, badgeClass, issuer.id].every(isHttps)) return false;
  const isOwnClass = isSameOrigin(badgeClass, issuer.id) || isInScope(badgeClass, issuer);
  return isOwnClass && isInScope(assertion, issuer);
}
