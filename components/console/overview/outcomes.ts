import type { Outcomes } from "@/lib/organizations/overview/schema";

type Outcome = keyof Outcomes;

/** What became of badges, from the bottom of a column upwards. */
export const OUTCOMES: Outcome[] = ["accepted", "pending", "rejected", "withdrawn"];

export const OUTCOME_LABELS: Record<Outcome, string> = {
  accepted: "Accepted",
  pending: "Pending",
  rejected: "Rejected",
  withdrawn: "Revoked or replaced",
};

/** The states of the list behind each outcome. */
export const OUTCOME_STATES: Record<Outcome, string> = {
  accepted: "accepted",
  pending: "pending",
  rejected: "rejected",
  withdrawn: "revoked,replaced",
};
