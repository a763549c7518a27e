import type { BadgeHistoryEntry } from "@/lib/badges/history/schema";

type Of<Kind extends BadgeHistoryEntry["kind"]> = Extract<BadgeHistoryEntry, { kind: Kind }>;

const EVENTS: Record<string, string> = {
  "badge.created": "Issued",
  "badge.deleted": "Deleted",
  "badge.privacy.changed": "Visibility changed by the earner",
  "badge.state.changed": "State changed",
  "pending_badge_notification.sent": "Notified by e-mail",
  "pending_badge_notification.no_user.sent": "Notified by e-mail (no account yet)",
  "pending_badge_notification.unconfirmed_email.sent": "Notified by e-mail (address not confirmed yet)",
};

const CHANGES: Record<NonNullable<Of<"event">["state"]>, string> = {
  pending: "State changed",
  accepted: "Accepted by the earner",
  rejected: "Rejected by the earner",
  revoked: "Revoked",
  replaced: "Replaced by a newer badge",
};

const MAILS: Record<Of<"mail">["template"], string> = {
  pending_badge: "E-mail with the accept link",
  replaced_badge: "E-mail about the replacement",
  revoked_badge: "E-mail about the revocation",
  expiring_badge: "E-mail about the expiry",
};

const MAIL_STATES: Record<Of<"mail">["state"], string> = {
  due: "queued",
  sent: "sent",
  not_needed: "not sent (no longer needed)",
  failed: "delivery failed",
};

const DELIVERY_STATES: Record<Of<"webhook_delivery">["state"], string> = {
  due: "queued",
  done: "delivered",
  failed: "given up",
};

const ACTIONS: Record<string, string> = {
  "badge.issue": "Issued",
  "badge.revoke": "Revoked",
  "badge.replace": "Replaced",
  "badge.delete": "Deleted",
  "badge.correct_recipient": "E-mail address changed",
  "badge.send_notification": "E-mail resent",
};

/** Returns what happened as one line. */
export function headline(entry: BadgeHistoryEntry): string {
  switch (entry.kind) {
    case "event":
      return entry.state ? CHANGES[entry.state] : (EVENTS[entry.event_type] ?? entry.event_type);
    case "mail":
      return `${MAILS[entry.template]}: ${MAIL_STATES[entry.state]}`;
    case "webhook_delivery":
      return `Webhook ${entry.event_type}: ${DELIVERY_STATES[entry.state]}`;
    case "audit_entry":
      return `${ACTIONS[entry.action] ?? entry.action} by ${entry.actor.name}`;
  }
}

const attempts = (count: number): string => (count === 1 ? "1 attempt" : `${count} attempts`);

/** Failures on our side, without a response from the receiver (lib/kernel/outbox). */
const OUR_FAULTS: Record<string, string> = {
  internal: "Failed on our side",
  outcome_not_stored: "Attempted, but the result could not be saved. It will not be retried.",
};

/** Returns why an entry was retried or failed; null if nothing went wrong. */
export function trouble(entry: BadgeHistoryEntry): string | null {
  if (entry.kind !== "mail" && entry.kind !== "webhook_delivery") return null;
  // lib/delivery/mail/limits.ts
  if (entry.kind === "mail" && entry.last_reason === "limited") {
    return "Delayed: this address has reached its e-mail limit. It will be sent together with other e-mails.";
  }
  const ours = OUR_FAULTS[entry.last_reason ?? ""];
  if (ours) return ours;
  return entry.last_reason ? `${attempts(entry.attempts_count)}, last error: ${entry.last_reason}` : null;
}
