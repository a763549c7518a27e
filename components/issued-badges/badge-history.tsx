import { MomentText } from "@/components/ui/time";
import type { EventType } from "@/lib/events/schema";
import type { IssuedBadge } from "@/lib/issued-badges/schema";

type State = IssuedBadge["state"];
type HistoryEvent = { id: string; type: EventType; at: string; state: State | null };

const SAID: Partial<Record<EventType, string>> = {
  "badge.created": "Issued",
  "badge.deleted": "Deleted",
  "badge.privacy.changed": "Visibility changed",
  "badge.state.changed": "State changed",
  "pending_badge_notification.sent": "Mail sent to the earner",
  "pending_badge_notification.no_user.sent": "Mail sent to an address without an account",
  "pending_badge_notification.unconfirmed_email.sent": "Mail sent to an address not yet confirmed",
};

const CHANGES: Record<State, string> = {
  pending: "State changed",
  accepted: "Accepted by the earner",
  rejected: "Declined by the earner",
  revoked: "Revoked",
  replaced: "Replaced by a newer badge",
};

/** What happened to a badge, oldest first. */
export function BadgeHistory({ events }: { events: HistoryEvent[] }) {
  return (
    <ol className="ms-1.5 flex flex-col">
      {events.map(({ id, type, at, state }) => (
        <li
          key={id}
          className="relative border-s border-line ps-5 pb-5 text-sm last:border-transparent last:pb-0"
        >
          <span
            aria-hidden="true"
            className="absolute -start-[5px] top-1.5 size-2.5 rounded-full border-2 border-canvas bg-edge"
          />
          <p>{state ? CHANGES[state] : (SAID[type] ?? type)}</p>
          <p className="text-[0.8125rem] text-ink-faint">
            <MomentText value={at} />
          </p>
        </li>
      ))}
    </ol>
  );
}
