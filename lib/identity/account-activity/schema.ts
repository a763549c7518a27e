/** What is recorded of the way into an account. */
export const ACTIVITY_KINDS = [
  "sign_in",
  "wrong_password",
  "locked_out",
  "password_changed",
  "password_reset",
  "sign_out",
  "sign_out_everywhere",
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** Something that happened to the way into an account, for its owner. */
export type Activity = {
  id: string;
  kind: ActivityKind;
  occurred_at: string;
  /** How often within an hour; the moment is that of the last time. */
  count: number;
  /** Null when it is not known, and for what came from too many addresses to list them. */
  address: string | null;
  browser: string | null;
};
