import { Tag, type Tone } from "@/components/ui/tag";
import type { IssuedBadge } from "@/lib/badges/issued/schema";

type State = IssuedBadge["state"];

/** What people see of a badge. The API has no state for badges that have expired. */
export type ShownState = State | "expired";

const TONES: Record<ShownState, Tone> = {
  pending: "caution",
  accepted: "positive",
  expired: "neutral",
  rejected: "neutral",
  revoked: "negative",
  replaced: "neutral",
};

export const STATE_LABELS: Record<ShownState, string> = {
  pending: "Pending",
  accepted: "Accepted",
  expired: "Expired",
  rejected: "Rejected",
  revoked: "Revoked",
  replaced: "Replaced",
};

/** In the order of the tabs. */
export const SHOWN_STATES = Object.keys(STATE_LABELS) as ShownState[];

/** The states in which a badge can expire. The others have ended already. */
export const EXPIRING_STATES: readonly State[] = ["pending", "accepted"];

type ExpiringBadge = Pick<IssuedBadge, "state" | "expires_at">;

/** Returns the state that people see now. */
const shownState = ({ state, expires_at: end }: ExpiringBadge): ShownState =>
  EXPIRING_STATES.includes(state) && end !== null && Date.parse(end) <= Date.now() ? "expired" : state;

/** Shows the state of an issued badge as a tag. */
export function BadgeState({ badge }: { badge: ExpiringBadge }) {
  const shown = shownState(badge);
  return <Tag tone={TONES[shown]}>{STATE_LABELS[shown]}</Tag>;
}
