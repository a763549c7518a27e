import type { Tone } from "@/components/ui/tag";
import type { Employee } from "@/lib/workforce/employees/schema";

type State = Employee["employee_state"];

/** What the state of a connection is called in lists and filters. */
export const STATE_WORDS: Record<State, { label: string; tone: Tone }> = {
  created: { label: "Not connected", tone: "neutral" },
  pending: { label: "Asked", tone: "caution" },
  accepted: { label: "Connected", tone: "positive" },
  rejected: { label: "Declined", tone: "negative" },
};

/** What people are called: their name, or their address where there is none. */
export const nameOf = ({ full_name: name, email }: Pick<Employee, "full_name" | "email">): string =>
  name ?? email;

/** What invitations did so far, in a sentence without its date. */
export function connectionWords({
  employee_state: state,
  last_invitation_sent_at: invited,
}: Pick<Employee, "employee_state" | "last_invitation_sent_at">): string {
  if (state === "accepted") return "Shares badges with you";
  if (state === "pending") return "Has not answered yet";
  if (state === "rejected") return "Shares nothing with you";
  return invited ? "Invited, not connected yet" : "Not invited yet";
}
