import type { PasswordFault } from "@/lib/identity/users/choices";

/** What a form shows after it was rejected: the values entered (without the password) and the fields with errors. */
export type RejectedForm = {
  /** The names of the rejected fields. */
  wrong: string[];
  /** Why the password was rejected, if it was too easy to guess. */
  fault: PasswordFault | null;
  /** The name as entered; null on the first visit. */
  firstName: string | null;
  lastName: string | null;
};
