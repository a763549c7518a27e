import { countForwardedEntries } from "@/lib/kernel/client-address";
import { createPurposeToken } from "@/lib/kernel/secrets";

/** The purpose of the token by which an installation proves to its operator that it has the operator's key. */
export const INSTALLATION_PURPOSE = "installation";

const CHALLENGE = /^[\w-]{16,64}$/;

/**
 * Responds to a challenge of `admin doctor`, which finds out whether the installation that it examines is the one at
 * its public address, and how many proxies are in front. Null without a challenge.
 */
export function describeInstallation(
  challenge: string | null,
  header: (name: string) => string | null,
): { proof: string; forwarded_entries: number } | null {
  if (challenge === null || !CHALLENGE.test(challenge)) return null;
  return {
    proof: createPurposeToken(INSTALLATION_PURPOSE, challenge),
    forwarded_entries: countForwardedEntries(header),
  };
}
