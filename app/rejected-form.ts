import type { RejectedForm } from "@/components/account/rejected-form";
import { truncateText } from "@/lib/kernel/truncate-text";
import { PASSWORD_FAULTS, type PasswordFault } from "@/lib/identity/users/choices";

/** The maximum length of a name (lib/kernel/fields.ts). */
const NAME_LENGTH = 255;

type Rejection = { wrong: string[]; fault?: PasswordFault | null };

/** Builds the query for the page of a rejected form, without the password. It begins with `&`. */
export function buildRejectionQuery(
  form: Record<string, string>,
  { wrong, fault = null }: Rejection,
): string {
  const names = ["first_name", "last_name"].flatMap((field) => {
    const typed = form[field];
    return typed === undefined ? [] : [[field, truncateText(typed, NAME_LENGTH)]];
  });
  const entries = [
    ...wrong.map((field) => ["wrong", field]),
    ...(fault === null ? [] : [["fault", fault]]),
    ...names,
  ];
  return `&${new URLSearchParams(entries).toString()}`;
}

type Query = Record<string, string | string[] | undefined>;

/** Parses the query of a rejected form. */
export function parseRejectedForm(query: Query): RejectedForm {
  const readText = (field: string): string | null => {
    const value = query[field];
    return typeof value === "string" ? truncateText(value, NAME_LENGTH) : null;
  };
  return {
    wrong: [query.wrong ?? []].flat(),
    fault: PASSWORD_FAULTS.find((fault) => fault === query.fault) ?? null,
    firstName: readText("first_name"),
    lastName: readText("last_name"),
  };
}
