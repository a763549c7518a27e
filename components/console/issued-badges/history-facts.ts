import type { BadgeHistoryEntry } from "@/lib/badges/history/schema";

type Event = Extract<BadgeHistoryEntry, { kind: "event" }>;

/** Returns the action of the audit log that is the same fact as an event; null for an event with no such action. */
function actionOf({ event_type: type, state }: Event): string | null {
  if (type === "badge.created") return "badge.issue";
  if (type === "badge.deleted") return "badge.delete";
  if (state === "revoked") return "badge.revoke";
  return state === "replaced" ? "badge.replace" : null;
}

/** Event and audit entry of a change are dated within its request. */
const SAME_REQUEST_MS = 60_000;

/**
 * Leaves out the events that an audit entry tells, too: it also says who did it. An event without such an entry stays,
 * such as a state that the earner changed.
 */
export function withoutRepeatedFacts(entries: BadgeHistoryEntry[]): BadgeHistoryEntry[] {
  const isTold = (event: Event): boolean =>
    entries.some(
      (other) =>
        other.kind === "audit_entry" &&
        other.action === actionOf(event) &&
        Math.abs(Date.parse(other.occurred_at) - Date.parse(event.occurred_at)) < SAME_REQUEST_MS,
    );
  return entries.filter((entry) => entry.kind !== "event" || !isTold(entry));
}
