import { isHttps, isSameOrigin } from "./addresses";
import type { Issuer } from "./issuer-profile";

/**
 * Whether an issuer is responsible for a URL: its host is allowed by the issuer's profile (by default the profile's own
 * origin), and it has one of the profile's prefixes, if there are any (Open Badges 2.0, VerificationObject).
 * `issuer.id` is the URL from which the profile was read.
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

/** URLs of the three documents of a hosted badge. Each was fetched from its own URL. */
export type HostedChain = { assertion: string; badgeClass: string; issuer: Issuer & { id: string } };

/**
 * Whether the issuer itself published these documents: all were fetched over https, the issuer is responsible for the
 * assertion's URL, and the badge class is on the origin of the issuer's profile or where its assertions are allowed.
 */
export function isHostedByIssuer({ assertion, badgeClass, issuer }: HostedChain): boolean {
  if (![assertion, badgeClass, issuer.id].every(isHttps)) return false;
  const isOwnClass = isSameOrigin(badgeClass, issuer.id) || isInScope(badgeClass, issuer);
  return isOwnClass && isInScope(assertion, issuer);
}
