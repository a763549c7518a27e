import { Tag, type Tone } from "@/components/ui/tag";
import { datedValidity } from "@/lib/badges/issued/choices";
import type { IssuedBadge } from "@/lib/badges/issued/schema";

type State = IssuedBadge["state"];

/** What people see of a badge. The API has no state for badges that have expired or are not valid yet. */
export type ShownState = State | "not_yet_valid" | "expired";

const TONES: Record<ShownState, Tone> = {
  pending: "caution",
  accepted: "positive",
  not_yet_valid: "caution",
  expired: "neutral",
  rejected: "neutral",
  revoked: "negative",
  replaced: "neutral",
};

export const STATE_LABELS: Record<ShownState, string> = {
  pending: "Pending",
  accepted: "Accepted",
  not_yet_valid: "Not valid yet",
  expired: "Expired",
  rejected: "Rejected",
  revoked: "Revoked",
  replaced: "Replaced",
};

/** In the order of the tabs. */
export const SHOWN_STATES = Object.keys(STATE_LABELS) as ShownState[];

/** The states in which a badge can expire. The others have ended already. */
export const EXPIRING_STATES: readonly State[] = ["pending", "accepted"];

type DatedBadge = Pick<IssuedBadge, "state" | "issued_at" | "expires_at">;

/** Returns the state that people see now. A pending badge that is not valid yet still waits for its earner. */
function shownState({ state, issued_at, expires_at }: DatedBadge): ShownState {
  const validity = datedValidity({ issuedAt: issued_at, expiresAt: expires_at }, new Date());
  if (validity === "expired") return EXPIRING_STATES.includes(state) ? "expired" : state;
  return validity === "not_yet_valid" && state === "accepted" ? "not_yet_valid" : state;
}

/** Shows the state of an issued badge as a tag. */
export function BadgeState({ badge }: { badge: DatedBadge }) {
  const shown = shownState(badge);
  return <Tag tone={TONES[shown]}>{STATE_LABELS[shown]}</Tag>;
}
