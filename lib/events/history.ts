import type { Caller } from "@/lib/kernel/caller";
import { findSubjectEvents } from "./queries";
import type { EventRow } from "./serializer";

/** What happened to a badge, oldest first: its last 100 events. Empty for an id that is not known here. */
export async function listBadgeHistory(caller: Caller, badgeId: string): Promise<EventRow[]> {
  const newestFirst = await findSubjectEvents(caller.organizationId, badgeId, 100);
  return newestFirst.reverse();
}
