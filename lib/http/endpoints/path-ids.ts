import { notFound } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";

/** How an id of a path is written, by the name of its folder; every other is a UUID. */
const KINDS = {
  application_id: "integer",
  oauth_application_id: "integer",
  learning_integration_id: "integer",
  employee_id: "text",
  password_reset_id: "text",
} as const;

export type PathIdKind = "uuid" | "text" | "integer";
type Kinds = typeof KINDS;
type IdOf<Name> = Name extends keyof Kinds ? (Kinds[Name] extends "integer" ? number : string) : string;

/** The ids of a path as a verb takes them, in the order of their names. */
export type IdsOf<Names extends readonly string[]> = { [Place in keyof Names]: IdOf<Names[Place]> };

/** Returns how the id of this name is written. */
export const pathIdKind = (name: string): PathIdKind =>
  Object.hasOwn(KINDS, name) ? KINDS[name as keyof Kinds] : "uuid";

/** A number that an id of PostgreSQL's type integer can have. */
const isSerial = (value: string): boolean => /^[1-9]\d{0,9}$/.test(value) && Number(value) <= 2_147_483_647;

const isId = (kind: PathIdKind, value: string): boolean => {
  if (kind === "text") return !value.includes("\u0000");
  return kind === "integer" ? isSerial(value) : isUuid(value);
};

/** Throws 404 when a parameter of the path is not an id of its kind. */
export function checkPathIds(params: Record<string, string>): void {
  if (!Object.entries(params).every(([name, value]) => isId(pathIdKind(name), value))) throw notFound();
}

/** Returns the ids of these names. A name that the path does not have is a fault of the route: it throws. */
export function readPathIds<const Names extends readonly string[]>(
  params: Record<string, string>,
  names: Names,
): IdsOf<Names> {
  const ids = names.map((name) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The path has no ${name}`);
    return pathIdKind(name) === "integer" ? Number(value) : value;
  });
  return ids as unknown as IdsOf<Names>;
}
