import type { Caller } from "@/lib/kernel/caller";
import { findSubjectEvents } from "./queries";
import type { EventRow } from "./serializer";
import { BADGE_STATES } from "@/lib/issued-badges/schema";

/** What happened to a badge, oldest first: its last 100 events. Empty for an id that is not known here. */
export async function listBadgeHistory(caller: Caller, badgeId: string): Promise<EventRow[]> {
  const newestFirst = await findSubjectEvents(caller.organizationId, badgeId, 100);
  return newestFirst.reverse();
}

/** The state that a change led to, as its event kept it; null for other events. */
export function stateOf({ data }: EventRow): (typeof BADGE_STATES)[number] | null {
  const state = typeof data === "object" && data !== null && "state" in data ? data.state : null;
  return BADGE_STATES.find((known) => known === state) ?? null;
}
