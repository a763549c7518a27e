import type { Earner } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { digest, isWellFormedSecret } from "@/lib/kernel/secrets";
import { joinNames } from "@/lib/kernel/names";
import { findAccess } from "./grant-queries";

/** An application that acts for an earner, with the scopes of its access token. */
export type WalletCaller = { earner: Earner; grantId: string; scopes: readonly string[] };

/**
 * Finds what a presented access token gives access to. Null when it is unknown, malformed or expired, and when the earner
 * ended the application, the sessions or the account.
 */
export async function findWalletCaller(token: string): Promise<WalletCaller | null> {
  if (!isWellFormedSecret("bwa", token)) return null;
  const found = await findAccess(digest(token), clock.now());
  if (!found) return null;
  const { grantId, userId, firstName, lastName, scopes } = found;
  const actor = { type: "User", id: userId, name: joinNames(firstName, lastName) } as const;
  return { earner: { userId, actor }, grantId, scopes };
}
