import type { Caller } from "@/lib/access/callers/caller";
import { transaction } from "@/lib/kernel/db";
import { notFound } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import { lockAddress } from "@/lib/identity/users/service";
import { requireWorkforceAccess } from "@/lib/organizations/profile/service";
import { changeEmployee, createEmployeeWithStatus, deleteEmployee } from "@/lib/workforce/employees/service";
import { scimError, versionMismatch } from "./errors";
import type { ScimListInput } from "./list-input";
import { applyPatch } from "./patch";
import { findUser, findUsers, lockUser, sorts } from "./queries";
import { type PatchBody, type ScimUser, type ScimUserBody, ENTERPRISE_SCHEMA, ScimUserInput } from "./schema";
import { presentScimUser, type ScimUserRow } from "./serializer";
import { normalizeEmailAddress } from "@/lib/kernel/email-address";
import { EmployeeInput } from "@/lib/workforce/employees/schema";
import { selectAttributes } from "./attributes";

/** Parses the attributes of a user. Throws an error of the schema, which is answered with 400 `invalidValue`. */
const parseScimUser = (attributes: Record<string, unknown>): ScimUserInput =>
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

/** Converts a user to an employee. Throws 400 for values that employees cannot have. */
function toEmployee(user: ScimUserInput): EmployeeInput {
  requireSameAddress(user);
  return EmployeeInput.parse({ email: user.userName, ...listFields(user) }, { reportInput: true });
}

/** The address that a change gives to a user, if it gives one. */
function readAddress(attributes: Record<string, unknown>): string | null {
  const { userName } = selectAttributes(attributes);
  return typeof userName === "string" ? normalizeEmailAddress(userName) : null;
}

export type ScimUserPage = { users: ScimUser[]; total: number; startIndex: number };

function orderBy({ sort }: ScimListInput) {
  if (!sort) return { createdAt: "asc" } as const;
  const build = Object.hasOwn(sorts, sort.attribute.toLowerCase())
    ? sorts[sort.attribute.toLowerCase()]
    : undefined;
  if (!build) throw scimError("invalidValue", `Users cannot be sorted by ${sort.attribute}.`);
  return build(sort.direction);
}

/** Lists the employees of the caller's organization as users, the oldest first unless sorted. */
export async function listScimUsers(caller: Caller, input: ScimListInput): Promise<ScimUserPage> {
  await requireWorkforceAccess(caller);
  const { startIndex, count } = input;
  const part = { skip: startIndex - 1, take: count };
  const { rows, total } = await findUsers(caller.organizationId, input.filter, orderBy(input), part);
  return { users: rows.map(presentScimUser), total, startIndex };
}

/** Lists no groups. Directories ask for them although the list of types has none (`listResourceTypes`). */
export async function listScimGroups(
  caller: Caller,
  { startIndex }: Pick<ScimListInput, "startIndex">,
): Promise<ScimUserPage> {
  await requireWorkforceAccess(caller);
  return { users: [], total: 0, startIndex };
}

const requireRow = (row: ScimUserRow | null): ScimUserRow => {
  if (!row) throw notFound("The user was not found.");
  return row;
};

/** Returns an employee as a user. Throws 404 for another organization's. */
export async function getScimUser(caller: Caller, id: string): Promise<ScimUser> {
  await requireWorkforceAccess(caller);
  return presentScimUser(requireRow(isUuid(id) ? await findUser(caller.organizationId, id) : null));
}

/**
 * Creates an employee (`createEmployeeWithStatus`), inactive with `active: false`. Throws 409 `uniqueness` for an address or external id
 * that another one has.
 */
export async function createScimUser(caller: Caller, body: ScimUserBody): Promise<ScimUser> {
  const user = parseScimUser(body);
  const { id } = await createEmployeeWithStatus(caller, toEmployee(user), { isActive: user.active ?? true });
  return getScimUser(caller, id);
}

const isVersion = (user: ScimUser, header: string): boolean =>
  header
    .split(",")
    .some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === user.meta.version.slice(2));

/** Whether a client has the current version of a user (`If-None-Match`). */
export const hasVersion = (user: ScimUser, header: string | null): boolean =>
  header !== null && isVersion(user, header);

/** Which version of a user a change is for (null for any), and the address that it gives to the user, if any. */
type ChangeBasis = { version: string | null; address: string | null };

/**
 * Locks an employee and runs a change of it in the same transaction. The address is locked before (decision 0067). Throws 404 when there is none, and 412 when it is
 * not the version that the request is based on (`If-Match`; null for any).
 */
function withLockedUser<Result>(
  caller: Caller,
  id: string,
  { version, address }: ChangeBasis,
  change: (user: ScimUser) => Promise<Result>,
): Promise<Result> {
  return transaction(async () => {
    await requireWorkforceAccess(caller);
    if (address !== null) await lockAddress(address);
    const user = presentScimUser(requireRow(isUuid(id) ? await lockUser(caller.organizationId, id) : null));
    if (version !== null && !isVersion(user, version)) throw versionMismatch();
    return change(user);
  });
}

/** Changes an employee (`changeEmployee`). Without `active` it stays as active as it is. */
async function saveUser(
  caller: Caller,
  user: ScimUser,
  attributes: Record<string, unknown>,
): Promise<ScimUser> {
  const changed = parseScimUser(attributes);
  const employee = toEmployee(changed);
  await changeEmployee(caller, user.id, employee, {
    isActive: changed.active ?? user.active,
    email: employee.email,
  });
  return getScimUser(caller, user.id);
}

/** Replaces what SCIM knows of an employee. Throws 404, 409 and 412. */
export const replaceScimUser = (
  caller: Caller,
  id: string,
  body: ScimUserBody,
  version: string | null,
): Promise<ScimUser> =>
  withLockedUser(caller, id, { version, address: readAddress(body) }, (user) => saveUser(caller, user, body));

/** How often a patch is applied again because the user was changed meanwhile, before it is applied under the lock. */
const MAX_PATCH_ATTEMPTS = 3;

/**
 * Changes attributes of an employee. Throws 404, 409 and 412. The patch is applied before the
 * employee is locked, and again when it was changed meanwhile, so that of two patches at the same time none is lost and
 * none makes the others wait for its work.
 */
export async function patchScimUser(
  caller: Caller,
  id: string,
  { Operations }: PatchBody,
  version: string | null,
): Promise<ScimUser> {
  let address: string | null = null;
  for (let attempt = 1; attempt <= MAX_PATCH_ATTEMPTS; attempt += 1) {
    const read = await getScimUser(caller, id);
    if (version !== null && !isVersion(read, version)) throw versionMismatch();
    const attributes = applyPatch(read, Operations);
    address = readAddress(attributes);
    const saved = await withLockedUser(caller, id, { version, address }, async (user) =>
      user.meta.version === read.meta.version ? saveUser(caller, user, attributes) : null,
    );
    if (saved) return saved;
  }
  // The operations give the same address to every version, or none.
  return withLockedUser(caller, id, { version, address }, (user) =>
    saveUser(caller, user, applyPatch(user, Operations)),
  );
}

/** Deletes an employee record with its history (`deleteEmployee`). Throws 404 and 412. */
export const deleteScimUser = (caller: Caller, id: string, version: string | null): Promise<void> =>
  withLockedUser(caller, id, { version, address: null }, (user) => deleteEmployee(caller, user.userName));
