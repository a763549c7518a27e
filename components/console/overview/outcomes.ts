import type { OutcomeCounts } from "@/lib/console/overview/schema";

type Outcome = keyof OutcomeCounts;

/** The outcomes of badges, in the order of a column from bottom to top. */
export const OUTCOMES: Outcome[] = ["accepted", "pending", "rejected", "withdrawn"];

export const OUTCOME_LABELS: Record<Outcome, string> = {
  accepted: "Accepted",
  pending: "Pending",
  rejected: "Rejected",
  withdrawn: "Revoked or replaced",
};

/** The `state` filter of the badge list for each outcome, which counts badges that have expired since. */
export const OUTCOME_STATES: Record<Outcome, string> = {
  accepted: "accepted,expired",
  pending: "pending,expired",
  rejected: "rejected",
  withdrawn: "revoked,replaced",
};
