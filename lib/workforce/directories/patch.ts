import { scimPatch, ScimError, type ScimPatchOperation, type ScimResource } from "scim-patch";
import {
  encodePath,
  isObject,
  listSubAttributes,
  parsePath,
  selectAttributes,
  type AttributePath,
} from "./attributes";
import { scimError } from "./errors";
import { ENTERPRISE_SCHEMA, SCIM_TYPES, type PatchOperation, type ScimUser, type ScimType } from "./schema";

type Op = PatchOperation["op"];
type Change = AttributePath & { op: Op; value: unknown };

/** The attributes with sub-attributes and one value. A change of one changes the given sub-attributes only. */
const COMPLEX = new Set(["name", ENTERPRISE_SCHEMA]);

/** Attributes of one value. Entra ID also sends `null` or an empty text for what it no longer has. */
const isEmpty = (value: unknown): boolean => value === null || value === "";

/** As many values as an attribute may have. */
const MAX_VALUES = 100;

/**
 * As many values as the operations of one request may give together. The library compares each value that is added with
 * all that are there, so that the work grows with the square.
 */
const MAX_PATCH_VALUES = 300;

/** The length of all filters in paths together. The library compares each part of a filter with all values. */
const MAX_FILTERS_LENGTH = 5_000;

/** As long as the paths of operations may be (`PatchOperation`), also for names of attributes that are paths. */
const MAX_PATH_LENGTH = 500;

const isPlain = (value: unknown): boolean => typeof value !== "object" || value === null;
const hasPlainMembers = (value: unknown): boolean =>
  isPlain(value) || (isObject(value) && Object.values(value).every(isPlain));

/**
 * Throws 400 unless a value is as flat as the attributes that are stored. The library reads the names in an object as
 * paths: `{"constructor.prototype.a": 1}` would reach the prototype of all objects.
 */
function requireFlatValue({ sub }: AttributePath, value: unknown): void {
  if (Array.isArray(value) && value.length > MAX_VALUES)
    throw scimError("tooMany", `A list can have at most ${MAX_VALUES} values.`);
  const items = Array.isArray(value) ? value : [value];
  const isFlat = sub === null ? items.every(hasPlainMembers) : isPlain(value);
  if (!isFlat)
    throw scimError("invalidValue", "The value of a sub-attribute must be a text, a number or a flag.");
}

/** Selects the known sub-attributes of a value, as for a user with this attribute alone. */
const selectValue = ({ name, sub }: AttributePath, value: unknown): unknown =>
  sub === null ? selectAttributes({ [name]: value })[name] : value;

/** Splits a change of a whole attribute into one for each sub-attribute that it gives, or all for its removal. */
function splitComplex(change: Change): Change[] {
  const { name, sub, op } = change;
  if (!COMPLEX.has(name) || sub !== null) return [change];
  if (op === "remove" || isEmpty(change.value)) {
    return listSubAttributes(name).map((key) => ({ ...change, op: "remove", sub: key }));
  }
  const value = selectValue(change, change.value);
  if (!isObject(value)) throw scimError("invalidValue", `The value of ${name} must be an object.`);
  return Object.entries(value).map(([key, item]) => ({ ...change, sub: key, value: item }));
}

/** Builds the changes at a path; none when the service does not store what it names. */
function changesAt(op: Op, path: string, value: unknown): Change[] {
  if (path.length > MAX_PATH_LENGTH)
    throw scimError("invalidPath", `A path can have at most ${MAX_PATH_LENGTH} characters.`);
  const parsed = parsePath(path);
  if (parsed === null) return [];
  return splitComplex({ ...parsed, op, value }).map((change) => {
    const selected = selectValue(change, change.value);
    requireFlatValue(change, selected);
    return { ...change, value: selected };
  });
}

/**
 * Splits an operation without a path into one for each attribute of its value (RFC 7644, 3.5.2.1). Entra ID writes
 * paths as the names of these attributes: `name.givenName`. Okta repeats the user's `id`, which changes nothing.
 */
function splitOperation({ op, path, value }: PatchOperation, user: ScimUser): Change[] {
  if (path !== undefined && path !== null && path !== "") return changesAt(op, path, value);
  if (op === "remove") throw scimError("noTarget", "The operation remove needs a path.");
  if (!isObject(value))
    throw scimError("invalidValue", "An operation without a path needs an object as its value.");
  const { id, schemas: _schemas, ...attributes } = value;
  if (id !== undefined && id !== user.id)
    throw scimError("mutability", "The attribute id cannot be changed.");
  return Object.entries(attributes).flatMap(([name, item]) => changesAt(op, name, item));
}

const tooMany = (what: string, limit: number, unit: string) =>
  scimError("tooMany", `The ${what} of a request can have at most ${limit} ${unit} together.`);

const countValues = ({ value }: Change): number => (Array.isArray(value) ? Math.max(1, value.length) : 1);

/**
 * Splits operations into changes. Throws 400 `tooMany` as soon as they are more than the library can apply in a moment. It is
 * 400, because RFC 7644 (table 8) has 413 for bulk requests only.
 */
function splitOperations(operations: PatchOperation[], user: ScimUser): Change[] {
  const changes: Change[] = [];
  let [values, filtersLength] = [0, 0];
  for (const operation of operations) {
    for (const change of splitOperation(operation, user)) {
      values += countValues(change);
      filtersLength += change.filter?.length ?? 0;
      changes.push(change);
    }
    if (values > MAX_PATCH_VALUES) throw tooMany("operations", MAX_PATCH_VALUES, "values");
    if (filtersLength > MAX_FILTERS_LENGTH) throw tooMany("filters", MAX_FILTERS_LENGTH, "characters");
  }
  return changes;
}

/** Converts a change to an operation of the library. An empty value removes the attribute. */
function encodeChange({ op, value, ...path }: Change): ScimPatchOperation {
  if (op === "remove" || isEmpty(value)) return { op: "remove", path: encodePath(path) };
  return { op, path: encodePath(path), value };
}

const isScimType = (code: unknown): code is ScimType => (SCIM_TYPES as readonly unknown[]).includes(code);

function convertLibraryError(error: unknown): unknown {
  if (!(error instanceof ScimError)) return error;
  return scimError(isScimType(error.scimCode) ? error.scimCode : "invalidSyntax", error.message);
}

/** Checks whether a change gives an e-mail address. */
const isAddressChange = ({ name, sub }: Change): boolean =>
  name === "emails" && (sub === null || sub === "value");

/** Leaves the e-mail address out unless the operations give one: it is that of `userName`, which may have changed. */
function withoutDerivedAddress(attributes: Record<string, unknown>, changes: Change[]) {
  const { emails, ...others } = attributes;
  return changes.some(isAddressChange) ? { ...others, emails } : others;
}

/**
 * Returns the attributes of a user after the operations, as they were sent. Throws 400 for a path or a value that is
 * not usable, and before it applies anything for too many values. The names of all paths and in all values come from our own list, so that none reaches an object's prototype.
 */
export function applyPatch(user: ScimUser, operations: PatchOperation[]): Record<string, unknown> {
  const changes = splitOperations(operations, user);
  try {
    const patched: unknown = scimPatch(
      structuredClone(user) as unknown as ScimResource,
      changes.map(encodeChange),
    );
    return withoutDerivedAddress(patched as Record<string, unknown>, changes);
  } catch (error) {
    throw convertLibraryError(error);
  }
}
