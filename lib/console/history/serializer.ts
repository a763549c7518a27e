import type { BADGE_STATES } from "@/lib/organizations/badge-facts/choices";
import type { DeliveryState } from "@/lib/delivery/webhooks/schema";
import type { BadgeHistoryEntry, MAIL_STATES, MAIL_TEMPLATES } from "./schema";

/** A row of the history, from the union of its sources. `what` is an event type, a mail template or an action. */
export type HistoryRow = {
  kind: BadgeHistoryEntry["kind"];
  id: string;
  at: Date;
  what: string;
  state: string | null;
  attempts: number;
  nextAttemptAt: Date | null;
  reason: string | null;
  actorType: string | null;
  actorId: string | null;
  actorName: string | null;
};

/**
 * Returns the state of a mail. The reason of a mail that was finished without being sent says so
 * (lib/delivery/mail/jobs.ts).
 */
const mailState = ({ state, reason }: HistoryRow): (typeof MAIL_STATES)[number] => {
  if (state === "due" || state === "failed") return state;
  return reason === "not_needed" ? reason : "sent";
};

const presentAttempts = (row: HistoryRow) => ({
  attempts_count: row.attempts,
  next_attempt_at: row.state === "due" ? (row.nextAttemptAt?.toISOString() ?? null) : null,
  last_reason: row.state === "done" ? null : row.reason,
});

/** Presents an entry of a badge's history. */
export function presentHistoryEntry(row: HistoryRow): BadgeHistoryEntry {
  const entry = { id: row.id, occurred_at: row.at.toISOString() };
  switch (row.kind) {
    case "event":
      return {
        kind: row.kind,
        ...entry,
        event_type: row.what,
        state: row.state as (typeof BADGE_STATES)[number] | null,
      };
    case "mail":
      return {
        kind: row.kind,
        ...entry,
        template: row.what as (typeof MAIL_TEMPLATES)[number],
        state: mailState(row),
        ...presentAttempts(row),
      };
    case "webhook_delivery":
      return {
        kind: row.kind,
        ...entry,
        event_type: row.what,
        state: row.state as DeliveryState,
        ...presentAttempts(row),
      };
    case "audit_entry":
      return {
        kind: row.kind,
        ...entry,
        action: row.what,
        actor: { type: row.actorType ?? "", id: row.actorId ?? "", name: row.actorName ?? "" },
      };
  }
}
