import { tokenUses } from "@/lib/applications/authorization-tokens/usage";
import type { Caller, Earner } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { learningAppUsage } from "@/lib/learning/apps/usage";
import { learningTokenUsage } from "@/lib/learning/tokens/usage";
import { applicationUses } from "@/lib/applications/oauth-applications/usage";

/** Records a use of the caller's credential. Only a response without an error counts as a successful use. */
export function recordUse({ actor }: Caller | Earner, succeeded: boolean): void {
  if (actor.type === "AuthorizationToken") tokenUses.record(actor.id, clock.now(), succeeded);
  if (actor.type === "OAuthApplication") applicationUses.record(actor.id, clock.now(), succeeded);
}

/** Writes the recorded uses to the database. A server calls it when it stops. */
export async function flushUses(): Promise<void> {
  const all = [tokenUses, applicationUses, learningTokenUsage, learningAppUsage];
  await Promise.all(all.map((uses) => uses.flush()));
}
