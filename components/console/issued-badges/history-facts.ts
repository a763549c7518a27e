import type { BadgeHistoryEntry } from "@/lib/console/history/schema";

type Event = Extract<BadgeHistoryEntry, { kind: "event" }>;

/** Returns the audit action that describes the same change as an event; null if there is none. */
function actionOf({ event_type: type, state }: Event): string | null {
  if (type === "badge.created") return "badge.issue";
  if (type === "badge.deleted") return "badge.delete";
  if (state === "revoked") return "badge.revoke";
  return state === "replaced" ? "badge.replace" : null;
}

/** The event and the audit entry of a change are recorded in the same request. */
const SAME_REQUEST_MS = 60_000;

/**
 * Removes events that an audit entry also describes. The entry stays, because it names who made the change. Events
 * without an entry stay, such as a change of state by the earner.
 */
export function withoutRepeatedFacts(entries: BadgeHistoryEntry[]): BadgeHistoryEntry[] {
  const hasEntry = (event: Event): boolean =>
    entries.some(
      (other) =>
        other.kind === "audit_entry" &&
        other.action === actionOf(event) &&
        Math.abs(Date.parse(other.occurred_at) - Date.parse(event.occurred_at)) < SAME_REQUEST_MS,
    );
  return entries.filter((entry) => entry.kind !== "event" || !hasEntry(entry));
}
