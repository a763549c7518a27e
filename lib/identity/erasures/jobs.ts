import { clock } from "@/lib/kernel/clock";
import { findDueErasure } from "./queries";
import { continueErasure } from "./run";

/**
 * Continues the oldest erasure that is due with one batch: one that a process left, or the second pass of one. Returns true
 * when more may be left.
 */
export async function continueErasures(): Promise<boolean> {
  const id = await findDueErasure(clock.now());
  return id === null ? false : (await continueErasure(id)) || (await findDueErasure(clock.now())) !== id;
}
