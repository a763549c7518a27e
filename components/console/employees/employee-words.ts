import type { Tone } from "@/components/ui/tag";
import type { Employee } from "@/lib/workforce/employees/schema";

type State = Employee["employee_state"];
type Label = { label: string; tone: Tone };

/** The labels of connection states in lists and filters. */
export const CONNECTION_STATES: Record<State, Label> = {
  created: { label: "Not connected", tone: "neutral" },
  pending: { label: "Invited", tone: "caution" },
  accepted: { label: "Connected", tone: "positive" },
  rejected: { label: "Declined", tone: "negative" },
};

const INACTIVE: Label = { label: "Inactive", tone: "neutral" };

/** Returns the label of an employee: inactive, or else the state of the connection. */
export const employeeLabel = ({
  deactivated_at: at,
  employee_state: state,
}: Pick<Employee, "deactivated_at" | "employee_state">): Label => (at ? INACTIVE : CONNECTION_STATES[state]);

/** Checks whether an employee can be invited. */
export const isInvitable = ({
  deactivated_at: at,
  employee_state: state,
}: Pick<Employee, "deactivated_at" | "employee_state">): boolean => !at && state !== "accepted";

/** Returns the name of an employee, or the e-mail address if there is none. */
export const employeeName = ({ full_name: name, email }: Pick<Employee, "full_name" | "email">): string =>
  name ?? email;

/** Describes the state of the connection, without dates. */
export function connectionText({
  employee_state: state,
  last_invitation_sent_at: invited,
}: Pick<Employee, "employee_state" | "last_invitation_sent_at">): string {
  if (state === "accepted") return "Shares badges with you";
  if (state === "pending") return "Has not responded yet";
  if (state === "rejected") return "Does not share badges with you";
  return invited ? "Invited, not connected yet" : "Not invited yet";
}
