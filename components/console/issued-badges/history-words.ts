import { EVENT_DETAILS } from "@/lib/platform/recording/choices";
import type { BadgeHistoryEntry } from "@/lib/console/history/schema";

type EntryWithKind<Kind extends BadgeHistoryEntry["kind"]> = Extract<BadgeHistoryEntry, { kind: Kind }>;

const STATE_CHANGE_LABELS: Record<NonNullable<EntryWithKind<"event">["state"]>, string> = {
  pending: "State changed",
  accepted: "Accepted by the earner",
  rejected: "Rejected by the earner",
  revoked: "Revoked",
  replaced: "Replaced with a newer badge",
};

const MAIL_LABELS: Record<EntryWithKind<"mail">["template"], string> = {
  pending_badge: "E-mail with the accept link",
  replaced_badge: "E-mail about the replacement",
  revoked_badge: "E-mail about the revocation",
  expiring_badge: "E-mail about the expiry",
};

const MAIL_STATE_LABELS: Record<EntryWithKind<"mail">["state"], string> = {
  due: "queued",
  sent: "sent",
  not_needed: "not sent (no longer needed)",
  failed: "delivery failed",
};

const DELIVERY_STATE_LABELS: Record<EntryWithKind<"webhook_delivery">["state"], string> = {
  due: "queued",
  done: "delivered",
  failed: "given up",
};

const ACTION_LABELS: Record<string, string> = {
  "badge.issue": "Issued",
  "badge.revoke": "Revoked",
  "badge.replace": "Replaced with a newer badge",
  "badge.delete": "Deleted",
  "badge.correct_recipient": "E-mail address changed",
  "badge.send_notification": "E-mail resent",
};

/** Returns the label of an event type; the type itself for one of a later version. */
const eventLabel = (type: string): string => {
  const details: Partial<Record<string, { description: string; badgeHistory?: string }>> = EVENT_DETAILS;
  return details[type]?.badgeHistory ?? type;
};

/** Returns what happened as one line. */
export function formatEntry(entry: BadgeHistoryEntry): string {
  switch (entry.kind) {
    case "event":
      return entry.state ? STATE_CHANGE_LABELS[entry.state] : eventLabel(entry.event_type);
    case "mail":
      return `${MAIL_LABELS[entry.template]}: ${MAIL_STATE_LABELS[entry.state]}`;
    case "webhook_delivery":
      return `Webhook ${entry.event_type}: ${DELIVERY_STATE_LABELS[entry.state]}`;
    case "audit_entry":
      return `${ACTION_LABELS[entry.action] ?? entry.action} by ${entry.actor.name}`;
  }
}

const formatAttempts = (count: number): string => (count === 1 ? "1 attempt" : `${count} attempts`);

/** Failures on our side, without a response from the receiver (lib/kernel/outbox). */
const INTERNAL_FAILURES: Record<string, string> = {
  internal: "Failed on our side",
  outcome_not_stored: "Attempted, but the result could not be saved. It will not be retried.",
};

/** Returns why an entry was retried or failed; null if nothing went wrong. */
export function formatProblem(entry: BadgeHistoryEntry): string | null {
  if (entry.kind !== "mail" && entry.kind !== "webhook_delivery") return null;
  // lib/delivery/mail/limits.ts
  if (entry.kind === "mail" && entry.last_reason === "limited") {
    return "Delayed: this address has reached its e-mail limit. It will be sent together with other e-mails.";
  }
  const internalFailure = INTERNAL_FAILURES[entry.last_reason ?? ""];
  if (internalFailure) return internalFailure;
  return entry.last_reason
    ? `${formatAttempts(entry.attempts_count)}, last error: ${entry.last_reason}`
    : null;
}
