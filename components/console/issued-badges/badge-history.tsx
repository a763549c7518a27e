import { Bell, Mail, UserRound, Webhook, type LucideIcon } from "lucide-react";
import { MomentText } from "@/components/ui/time/moment";
import type { BadgeHistoryEntry } from "@/lib/console/history/schema";
import { EVENT_DETAILS } from "@/lib/platform/recording/choices";

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
function formatEntry(entry: BadgeHistoryEntry): string {
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
function formatProblem(entry: BadgeHistoryEntry): string | null {
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

const ICONS: Record<BadgeHistoryEntry["kind"], LucideIcon> = {
  event: Bell,
  mail: Mail,
  webhook_delivery: Webhook,
  audit_entry: UserRound,
};

const KIND_LABELS: Record<BadgeHistoryEntry["kind"], string> = {
  event: "Event",
  mail: "E-mail",
  webhook_delivery: "Webhook",
  audit_entry: "Audit log",
};

function HistoryEntry({ entry }: { entry: BadgeHistoryEntry }) {
  const Icon = ICONS[entry.kind];
  const problem = formatProblem(entry);
  const hasFailed = "state" in entry && entry.state === "failed";
  return (
    <li className="relative flex gap-3.5 pb-5 text-sm not-last:before:absolute not-last:before:top-8 not-last:before:bottom-1 not-last:before:start-3.5 not-last:before:border-s not-last:before:border-line">
      <span className="flex size-7 shrink-0 items-center justify-center rounded-full border border-line bg-sunken">
        <Icon className="size-3.5 text-ink-soft" aria-hidden="true" />
      </span>
      <div className="min-w-0 pt-0.5">
        <p className={`wrap-anywhere ${hasFailed ? "text-negative" : ""}`}>
          <span className="sr-only">{KIND_LABELS[entry.kind]}: </span>
          {formatEntry(entry)}
        </p>
        {problem ? <p className="text-[0.8125rem] wrap-anywhere text-ink-soft">{problem}</p> : null}
        <p className="text-[0.8125rem] text-ink-faint">
          <MomentText value={entry.occurred_at} />
          {"next_attempt_at" in entry && entry.next_attempt_at && problem ? (
            <>
              , next attempt <MomentText value={entry.next_attempt_at} />
            </>
          ) : null}
        </p>
      </div>
    </li>
  );
}

/** Shows the events, mails, webhook deliveries and audit entries of a badge, newest first. */
export const BadgeHistory = ({ entries }: { entries: BadgeHistoryEntry[] }) =>
  entries.length === 0 ? (
    <p className="text-sm text-ink-faint">No history yet</p>
  ) : (
    <ol>
      {withoutRepeatedFacts(entries).map((entry) => (
        <HistoryEntry key={`${entry.kind} ${entry.id}`} entry={entry} />
      ))}
    </ol>
  );
