/** How many characters a password has. */
export const PASSWORD_LENGTH = { least: 10, most: 1_000 };

/** How hard a password is to guess. Only a strong one can be chosen. */
export const PASSWORD_STRENGTHS = ["weak", "fair", "strong"] as const;
export type PasswordStrength = (typeof PASSWORD_STRENGTHS)[number];

/** Why a password is not taken; for each there is a sentence in every language (`password.faults`). */
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
