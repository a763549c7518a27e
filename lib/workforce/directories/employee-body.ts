import { normalizeEmailAddress } from "@/lib/kernel/email-address";
import { EmployeeChange, EmployeeInput } from "@/lib/workforce/employees/schema";
import { selectAttributes } from "./attributes";
import { scimError } from "./errors";
import { ENTERPRISE_SCHEMA, ScimUserInput } from "./schema";

/** Parses the attributes of a user. Throws an error of the schema, which is answered with 400 `invalidValue`. */
export const parseScimUser = (attributes: Record<string, unknown>): ScimUserInput =>
  ScimUserInput.parse(selectAttributes(attributes), { reportInput: true });

type Entry = { type?: string | null | undefined; primary?: boolean | null | undefined };

/** The primary value, otherwise the one of work, otherwise the first. Of several primary ones it is the last. */
const mainEntry = <Value extends Entry>(values: Value[] | null | undefined): Value | undefined =>
  values?.findLast(({ primary }) => primary) ??
  values?.find(({ type }) => type?.toLowerCase() === "work") ??
  values?.[0];

/** Throws 400 when the address for work is not the user name: an employee has one address. */
function requireSameAddress({ userName, emails }: ScimUserInput): void {
  const value = mainEntry(emails)?.value;
  if (!value || normalizeEmailAddress(value) === normalizeEmailAddress(userName)) return;
  throw scimError(
    "invalidValue",
    "The e-mail address must be the same as userName. Map userName to the e-mail address in your directory.",
  );
}

type Values = Record<string, string | null | undefined> | null | undefined;

/** Reads attributes; null for those that are missing. */
const read = <Field extends string>(values: Values, names: Record<Field, string>) =>
  Object.fromEntries(
    Object.entries<string>(names).map(([field, name]) => [field, values?.[name] ?? null]),
  ) as Record<Field, string | null>;

/** The fields of the organization API. What the user does not have becomes empty: PUT replaces all of them. */
function listFields({ externalId, title, name, addresses, [ENTERPRISE_SCHEMA]: enterprise }: ScimUserInput) {
  const { country, region, postalCode } = mainEntry(addresses) ?? {};
  return {
    ...read({ externalId, title }, { external_id: "externalId", position_title: "title" }),
    ...read(name, { first_name: "givenName", last_name: "familyName" }),
    ...read(
      { country, region, postalCode },
      { country: "country", state_or_province: "region", zip_code: "postalCode" },
    ),
    ...read(enterprise, { department: "department" }),
  };
}

/** Converts a new user to an employee. Throws 400 for values that employees cannot have, and for an inactive user. */
export function toEmployee(user: ScimUserInput): EmployeeInput {
  if (user.active === false) throw scimError("invalidValue", "A new user must be active.");
  requireSameAddress(user);
  return EmployeeInput.parse({ email: user.userName, ...listFields(user) }, { reportInput: true });
}

/** Converts a changed user to a change of its employee. Throws 400 `mutability` for another address. */
export function toEmployeeChange(user: ScimUserInput, currentEmail: string): EmployeeChange {
  const isSame = normalizeEmailAddress(user.userName) === currentEmail;
  const entry = mainEntry(user.emails)?.value;
  if (!isSame || (entry && normalizeEmailAddress(entry) !== currentEmail)) {
    throw scimError(
      "mutability",
      "The address of an employee cannot be changed. Delete the user and create another one.",
    );
  }
  return EmployeeChange.parse(listFields(user), { reportInput: true });
}
