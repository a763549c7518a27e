import { MomentText } from "@/components/ui/time";
import type { EventType } from "@/lib/events/schema";
import type { IssuedBadge } from "@/lib/issued-badges/schema";

export type HistoryEvent = { id: string; type: EventType; at: string };

const SAID: Partial<Record<EventType, string>> = {
  "badge.created": "Issued",
  "badge.deleted": "Deleted",
  "badge.privacy.changed": "Visibility changed",
  "badge.state.changed": "State changed",
  "pending_badge_notification.sent": "Mail sent to the earner",
  "pending_badge_notification.no_user.sent": "Mail sent to an address without an account",
  "pending_badge_notification.unconfirmed_email.sent": "Mail sent to an address not yet confirmed",
};

const CHANGES: Record<IssuedBadge["state"], string> = {
  pending: "State changed",
  accepted: "Accepted by the earner",
  rejected: "Declined by the earner",
  revoked: "Revoked",
  replaced: "Replaced by a newer badge",
};

/** What happened to a badge, oldest first. An event says that the state changed; the last one led to today's. */
export function BadgeHistory({ events, state }: { events: HistoryEvent[]; state: IssuedBadge["state"] }) {
  const last = events.findLast(({ type }) => type === "badge.state.changed")?.id;
  return (
    <ol className="ms-1.5 flex flex-col">
      {events.map(({ id, type, at }) => (
        <li
          key={id}
          className="relative border-s border-line ps-5 pb-5 text-sm last:border-transparent last:pb-0"
        >
          <span
            aria-hidden="true"
            className="absolute -start-[5px] top-1.5 size-2.5 rounded-full border-2 border-canvas bg-edge"
          />
          <p>{id === last ? CHANGES[state] : (SAID[type] ?? type)}</p>
          <p className="text-[0.8125rem] text-ink-faint">
            <MomentText value={at} />
          </p>
        </li>
      ))}
    </ol>
  );
}
