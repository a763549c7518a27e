import type { PasswordFault } from "@/lib/identity/users/choices";

/** What the page of a form that was refused shows again: what was typed, but for the password, and what is wrong. */
export type FormAgain = {
  /** The fields that were refused. */
  wrong: string[];
  /** Why the password was, if it was too easy to guess. */
  fault: PasswordFault | null;
  /** The name as it was typed; null on the first visit. */
  firstName: string | null;
  lastName: string | null;
};
