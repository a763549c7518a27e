import type { IssuedBadge } from "@/lib/badges/issued/schema";

/** What the actions on a badge need to know of it. */
export type ActionBadge = Pick<
  IssuedBadge,
  "id" | "state" | "recipient_email" | "suppress_badge_notification_email"
>;

const REVOCABLE_STATES: readonly IssuedBadge["state"][] = ["pending", "accepted"];

/** Returns the actions that the state of a badge allows. */
export const allowedActions = ({ state }: Pick<ActionBadge, "state">) => ({
  resend: state === "pending",
  changeRecipient: state === "pending",
  replace: state !== "replaced",
  revoke: REVOCABLE_STATES.includes(state),
});
