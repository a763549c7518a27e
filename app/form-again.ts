import type { FormAgain } from "@/components/account/form-again";
import { cutText } from "@/lib/kernel/cut-text";
import { PASSWORD_FAULTS, type PasswordFault } from "@/lib/identity/users/choices";

/** The maximum length of a name (lib/kernel/fields.ts). */
const NAME_LENGTH = 255;

type Refused = { wrong: string[]; fault?: PasswordFault | null };

/** Builds the query for the page of a rejected form, without the password. It begins with `&`. */
export function queryOfRefusal(form: Record<string, string>, { wrong, fault = null }: Refused): string {
  const names = ["first_name", "last_name"].flatMap((field) => {
    const typed = form[field];
    return typed === undefined ? [] : [[field, cutText(typed, NAME_LENGTH)]];
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
export function formAgainOf(query: Query): FormAgain {
  const textOf = (field: string): string | null => {
    const value = query[field];
    return typeof value === "string" ? cutText(value, NAME_LENGTH) : null;
  };
  return {
    wrong: [query.wrong ?? []].flat(),
    fault: PASSWORD_FAULTS.find((fault) => fault === query.fault) ?? null,
    firstName: textOf("first_name"),
    lastName: textOf("last_name"),
  };
}
