import { Tag, type Tone } from "@/components/ui/tag";
import type { IssuedBadge } from "@/lib/badges/issued/schema";

type State = IssuedBadge["state"];

const TONES: Record<State, Tone> = {
  pending: "caution",
  accepted: "positive",
  rejected: "neutral",
  revoked: "negative",
  replaced: "neutral",
};

export const STATE_LABELS: Record<State, string> = {
  pending: "Pending",
  accepted: "Accepted",
  rejected: "Rejected",
  revoked: "Revoked",
  replaced: "Replaced",
};

/** Shows the state of an issued badge as a tag. */
export const BadgeState = ({ state }: { state: State }) => (
  <Tag tone={TONES[state]}>{STATE_LABELS[state]}</Tag>
);
