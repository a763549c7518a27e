import { notFound } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";

/** The types of path ids by the name of their folder. All others are UUIDs. */
const ID_KINDS = {
  application_id: "integer",
  oauth_application_id: "integer",
  learning_integration_id: "integer",
  row_number: "integer",
  list_number: "integer",
  employee_id: "text",
  password_reset_id: "text",
} as const;

export type PathIdKind = "uuid" | "text" | "integer";
type IdKinds = typeof ID_KINDS;
type PathId<Name> = Name extends keyof IdKinds ? (IdKinds[Name] extends "integer" ? number : string) : string;

/** The ids of a path as a service function takes them, in the order of their names. */
export type PathIds<Names extends readonly string[]> = { [Place in keyof Names]: PathId<Names[Place]> };

/** Returns the type of the id with this name. */
export const pathIdKind = (name: string): PathIdKind =>
  Object.hasOwn(ID_KINDS, name) ? ID_KINDS[name as keyof IdKinds] : "uuid";

/** True for a number that fits PostgreSQL's type integer. */
const isSerial = (value: string): boolean => /^[1-9]\d{0,9}$/.test(value) && Number(value) <= 2_147_483_647;

const isValidId = (kind: PathIdKind, value: string): boolean => {
  if (kind === "text") return !value.includes("\u0000");
  return kind === "integer" ? isSerial(value) : isUuid(value);
};

/** Throws 404 when a parameter of the path is not a valid id of its type. */
export function requireValidPathIds(params: Record<string, string>): void {
  if (!Object.entries(params).every(([name, value]) => isValidId(pathIdKind(name), value))) throw notFound();
}

/** Cuts off what follows the last id of a path, if it is one of the suffixes of the operation; "" if it has none. */
export function cutSuffix(
  params: Record<string, string>,
  { ids = [], suffixes = {} }: { ids?: readonly string[]; suffixes?: Record<string, string> },
): { params: Record<string, string>; suffix: string } {
  const name = ids.at(-1) ?? "";
  const value = params[name] ?? "";
  const suffix = Object.keys(suffixes).find((one) => value.endsWith(one)) ?? "";
  return suffix === ""
    ? { params, suffix }
    : { params: { ...params, [name]: value.slice(0, -suffix.length) }, suffix };
}

/** Returns the ids with these names. Throws when the path does not have one of them, which is a bug in the route. */
export function readPathIds<const Names extends readonly string[]>(
  params: Record<string, string>,
  names: Names,
): PathIds<Names> {
  const ids = names.map((name) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The path has no ${name}`);
    return pathIdKind(name) === "integer" ? Number(value) : value;
  });
  return ids as unknown as PathIds<Names>;
}
