/** The lengths of a password, in characters. */
export const PASSWORD_LENGTH = { min: 10, max: 1_000 };

/** How hard a password is to guess. Only a strong one can be chosen. */
export const PASSWORD_STRENGTHS = ["weak", "fair", "strong"] as const;
export type PasswordStrength = (typeof PASSWORD_STRENGTHS)[number];

/** Why a password is refused. Each has a sentence in every language (`password.faults`). */
export const PASSWORD_FAULTS = [
  "short",
  "personal",
  "common",
  "similar",
  "word",
  "name",
  "keyboard",
  "repeated",
  "sequence",
  "date",
  "predictable",
] as const;
export type PasswordFault = (typeof PASSWORD_FAULTS)[number];

/** Returns the API's error code for a fault of the field `password`. */
export const passwordFaultCode = (fault: PasswordFault): string => `weak_password_${fault}`;

/** Returns the fault of such a code, or undefined for any other code. */
export const parsePasswordFaultCode = (code: string): PasswordFault | undefined =>
  PASSWORD_FAULTS.find((fault) => code === passwordFaultCode(fault));

/**
 * The changes of an account whose owner gets a mail: another primary address, an address removed (sent to the primary
 * one), this very address removed, a password set or changed, two accounts merged, a second factor added or removed, a
 * recovery code used.
 */
export const ACCOUNT_CHANGES = [
  "primary",
  "removed",
  "gone",
  "password",
  "merged",
  "second_factor_added",
  "second_factor_removed",
  "recovery_code",
] as const;
export type AccountChange = (typeof ACCOUNT_CHANGES)[number];
