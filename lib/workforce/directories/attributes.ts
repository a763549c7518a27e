import { parse } from "scim2-parse-filter";
import { scimError } from "./errors";
import { ENTERPRISE_SCHEMA, USER_SCHEMA } from "./schema";

/**
 * The attributes of a user that the service stores, with their sub-attributes. `name.formatted` and `displayName` are
 * formed from the names.
 */
const STORED: Record<string, readonly string[]> = {
  externalId: [],
  userName: [],
  active: [],
  title: [],
  name: ["givenName", "familyName"],
  emails: ["value", "type", "primary"],
  addresses: ["type", "primary", "country", "region", "postalCode"],
  [ENTERPRISE_SCHEMA]: ["department"],
};

/** Attributes of the same schemas that are not stored (RFC 7643, 4.1 and 4.3). Directories send them by default. */
const IGNORED = [
  "displayName",
  "nickName",
  "profileUrl",
  "userType",
  "preferredLanguage",
  "locale",
  "timezone",
  "password",
  "phoneNumbers",
  "ims",
  "photos",
  "groups",
  "entitlements",
  "roles",
  "x509Certificates",
];
const READ_ONLY = ["id", "meta", "schemas"];

const byLowerCase = (names: readonly string[]): Map<string, string> =>
  new Map(names.map((name) => [name.toLowerCase(), name]));

const storedNames = byLowerCase(Object.keys(STORED));
const ignoredNames = byLowerCase(IGNORED);
const readOnlyNames = byLowerCase(READ_ONLY);
const subNames = new Map(Object.entries(STORED).map(([name, subs]) => [name, byLowerCase(subs)]));

/** Lists the stored sub-attributes of an attribute. */
export const listSubAttributes = (name: string): readonly string[] => STORED[name] ?? [];

type Json = Record<string, unknown>;
export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const selectSubAttributes = (name: string, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => selectSubAttributes(name, item));
  if (!isObject(value)) return value;
  const known = subNames.get(name) ?? new Map<string, string>();
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const sub = known.get(key.toLowerCase());
      return sub === undefined ? [] : [[sub, item] as const];
    }),
  );
};

/**
 * Returns the stored attributes of a user under their canonical names. Names are compared without regard to case (RFC
 * 7643, 2.1). Other attributes are left out.
 */
export const selectAttributes = (body: Json): Json =>
  Object.fromEntries(
    Object.entries(body).flatMap(([key, value]) => {
      const name = storedNames.get(key.toLowerCase());
      return name === undefined ? [] : [[name, selectSubAttributes(name, value)] as const];
    }),
  );

/** An attribute path: the attribute, the filter of its values, and a sub-attribute. */
export type AttributePath = { name: string; filter: string | null; sub: string | null };

const PATH = /^([A-Za-z$][\w$-]*)(?:\[([^\][]*)\])?(?:\.([A-Za-z$][\w$-]*))?$/;

/** Splits the schema off a path. The enterprise schema counts as the attribute whose sub-attributes it has. */
function splitSchema(path: string): { name: string | null; rest: string } {
  const lower = path.toLowerCase();
  if (lower.startsWith(`${USER_SCHEMA.toLowerCase()}:`))
    return { name: null, rest: path.slice(USER_SCHEMA.length + 1) };
  if (!lower.startsWith(ENTERPRISE_SCHEMA.toLowerCase())) return { name: null, rest: path };
  return { name: ENTERPRISE_SCHEMA, rest: path.slice(ENTERPRISE_SCHEMA.length + 1) };
}

const unknownPath = (path: string) => scimError("invalidPath", `Users have no attribute ${path}.`);

/** Returns the canonical name of an attribute; null for one that is not stored. */
function findStored(key: string, path: string): string | null {
  const lower = key.toLowerCase();
  if (readOnlyNames.has(lower)) throw scimError("mutability", `The attribute ${key} cannot be changed.`);
  if (ignoredNames.has(lower)) return null;
  const name = storedNames.get(lower);
  if (name === undefined) throw unknownPath(path);
  return name;
}

/** Replaces the name of a sub-attribute by its canonical name. Returns null for one that is not stored. */
function withStoredSub({ name, filter, sub }: AttributePath): AttributePath | null {
  if (sub === null) return { name, filter, sub };
  const known = subNames.get(name)?.get(sub.toLowerCase());
  return known === undefined ? null : { name, filter, sub: known };
}

/** Throws 400 for a filter of a path that is none. The library would fail on it as for an error of its own. */
function requireFilter(filter: string): void {
  try {
    parse(filter);
  } catch {
    throw scimError("invalidPath", `${filter} is no filter of values.`);
  }
}

/**
 * Parses the path of a change. Returns null for an attribute that is not stored, such as the manager in the enterprise
 * schema. Throws 400 `invalidPath` for one that users do not have, and `mutability` for one that clients cannot change.
 */
export function parsePath(path: string): AttributePath | null {
  const { name: schema, rest } = splitSchema(path.trim());
  if (schema !== null) return withStoredSub({ name: schema, filter: null, sub: rest || null });
  const [, key = "", filter = null, sub = null] = PATH.exec(rest) ?? [];
  const name = findStored(key, path);
  if (filter !== null) requireFilter(filter);
  return name === null ? null : withStoredSub({ name, filter, sub });
}

/** Encodes a path with canonical names. */
export const encodePath = ({ name, filter, sub }: AttributePath): string => {
  const separator = name === ENTERPRISE_SCHEMA ? ":" : ".";
  return `${name}${filter === null ? "" : `[${filter}]`}${sub === null ? "" : separator + sub}`;
};
