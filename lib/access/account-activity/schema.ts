/** The kinds of activity that are recorded for an account. */
export const ACTIVITY_KINDS = [
  "sign_in",
  "wrong_password",
  "wrong_code",
  "locked_out",
  "password_changed",
  "password_reset",
  "sign_out",
  "sign_out_everywhere",
  "session_ended",
  "second_factor_added",
  "second_factor_removed",
  "recovery_codes_created",
  "recovery_code_used",
  "application_allowed",
  "application_ended",
  "profile_address_changed",
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** An activity on an account, for its owner. */
export type Activity = {
  id: string;
  kind: ActivityKind;
  occurred_at: string;
  /** How often it happened within an hour. `occurred_at` is the last time. */
  count: number;
  /** Null when it is unknown, and for activity from too many addresses to list them. */
  address: string | null;
  browser: string | null;
};
