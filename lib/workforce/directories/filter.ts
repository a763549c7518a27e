import { z } from "zod";
import { parse, type AttrExp, type Compare, type Filter } from "scim2-parse-filter";
import { normalizeEmailAddress } from "@/lib/kernel/email-address";
import { isUuid } from "@/lib/kernel/ids";
import { escapeLike } from "@/lib/kernel/list/filter";
import type { Prisma } from "@/prisma/generated/client";
import { scimError } from "./errors";
import { USER_SCHEMA } from "./schema";

type Where = Prisma.EmployeeWhereInput;
type Operator = Compare["op"];
type Value = Compare["compValue"];

const MAX_LENGTH = 2_000;
const MAX_DEPTH = 20;
/** The index for parts of texts finds three characters and more. */
const MIN_PART_LENGTH = 3;

const NOBODY: Where = { id: { in: [] } };
const EVERYONE: Where = { NOT: NOBODY };
const all = (isTrue: boolean): Where => (isTrue ? EVERYONE : NOBODY);

const invalid = (detail: string) => scimError("invalidFilter", detail);
const unsupported = (attribute: string, operator: string) =>
  invalid(`The filter ${attribute} ${operator} is not supported.`);

const unknownAttribute = (path: string) => invalid(`Users cannot be filtered by ${path}.`);

type Attribute = {
  compare: (operator: Operator, value: Value) => Where | null;
  present: Where;
};

/**
 * Decodes the escapes of a text (RFC 7644, 3.4.2.2: texts are those of JSON). The parser decodes only those of quotation
 * marks. A text whose backslashes begin no escape, such as `DOMAIN\\user`, is taken as it is.
 */
function decodeText(text: string): string {
  if (!text.includes("\\")) return text;
  try {
    return JSON.parse(`"${text.replaceAll('"', '\\"')}"`) as string;
  } catch {
    return text;
  }
}

function requireText(value: Value): string {
  if (typeof value !== "string") throw invalid("The filter compares a text with another type.");
  return decodeText(value);
}

/**
 * The condition for a part of the e-mail address. The index has names and address in one text, so it is asked first.
 */
function emailPart(part: string, condition: Prisma.StringFilter<"Employee">): Where {
  if (part.length < MIN_PART_LENGTH) {
    throw invalid(`The filter needs at least ${MIN_PART_LENGTH} characters of an e-mail address.`);
  }
  return {
    AND: [{ nameOrEmail: { contains: escapeLike(part), mode: "insensitive" } }, { email: condition }],
  };
}

/** The conditions for a text in lower case. */
const EMAIL_CONDITIONS: Partial<Record<Operator, (text: string) => Where>> = {
  eq: (text) => ({ email: text }),
  ne: (text) => ({ email: { not: text } }),
  co: (text) => emailPart(text, { contains: escapeLike(text) }),
  sw: (text) => emailPart(text, { startsWith: escapeLike(text) }),
  ew: (text) => emailPart(text, { endsWith: escapeLike(text) }),
};

function compareEmail(operator: Operator, value: Value): Where | null {
  if (value === null) return operator === "eq" || operator === "ne" ? all(operator === "ne") : null;
  return EMAIL_CONDITIONS[operator]?.(normalizeEmailAddress(requireText(value))) ?? null;
}

/** Users without an external id are unequal to every value, so a negation must include them. */
const equalsExternalId = (value: string): Where => ({
  AND: [{ externalId: { not: null } }, { externalId: value }],
});

function compareExternalId(operator: Operator, value: Value): Where | null {
  const where = value === null ? { externalId: null } : equalsExternalId(requireText(value));
  if (operator === "eq") return where;
  return operator === "ne" ? { NOT: where } : null;
}

function compareId(operator: Operator, value: Value): Where | null {
  const where = typeof value === "string" && isUuid(value) ? { id: value } : NOBODY;
  if (operator === "eq") return where;
  return operator === "ne" ? { NOT: where } : null;
}

/** Entra ID writes booleans as texts. */
const isSame = (value: Value, constant: string | boolean): boolean =>
  String(value).toLowerCase() === String(constant).toLowerCase();

/** Needs no index: a list counts all users of the organization in any case. */
function compareActive(operator: Operator, value: Value): Where | null {
  if (operator !== "eq" && operator !== "ne") return null;
  const isEqual = operator === "eq";
  if (isSame(value, true)) return { deactivatedAt: isEqual ? null : { not: null } };
  return isSame(value, false) ? { deactivatedAt: isEqual ? { not: null } : null } : all(!isEqual);
}

/** Compares with a constant that all users have. */
const compareConstant =
  (constant: string | boolean) =>
  (operator: Operator, value: Value): Where | null => {
    const isEqual = isSame(value, constant);
    if (operator === "eq") return all(isEqual);
    return operator === "ne" ? all(!isEqual) : null;
  };

const DATE_OPERATORS: Partial<Record<Operator, "equals" | "not" | "gt" | "gte" | "lt" | "lte">> = {
  eq: "equals",
  ne: "not",
  gt: "gt",
  ge: "gte",
  lt: "lt",
  le: "lte",
};

/** PostgreSQL has no year 0. */
const instant = z.iso.datetime({ offset: true }).refine((value) => new Date(value).getUTCFullYear() > 0);

const compareTime =
  (column: "createdAt" | "lastUpdatedByOrganizationAt") =>
  (operator: Operator, value: Value): Where | null => {
    const parsed = instant.safeParse(value);
    if (!parsed.success) throw invalid("The filter needs a time such as 2026-12-31T00:00:00Z.");
    const key = DATE_OPERATORS[operator];
    return key === undefined ? null : { [column]: { [key]: new Date(parsed.data) } };
  };

const email: Attribute = { compare: compareEmail, present: EVERYONE };

/** The values of `emails`: each user has one. */
const EMAIL_ATTRIBUTES: Record<string, Attribute> = {
  value: email,
  type: { compare: compareConstant("work"), present: EVERYONE },
  primary: { compare: compareConstant(true), present: EVERYONE },
};

/** What can be filtered, by names in lower case. Each but `active` has an index, or is the same for all users. */
const ATTRIBUTES: Record<string, Attribute> = {
  id: { compare: compareId, present: EVERYONE },
  username: email,
  externalid: { compare: compareExternalId, present: { externalId: { not: null } } },
  active: { compare: compareActive, present: EVERYONE },
  emails: email,
  "emails.value": email,
  "emails.type": EMAIL_ATTRIBUTES.type as Attribute,
  "emails.primary": EMAIL_ATTRIBUTES.primary as Attribute,
  "meta.resourcetype": { compare: compareConstant("User"), present: EVERYONE },
  "meta.created": { compare: compareTime("createdAt"), present: EVERYONE },
  "meta.lastmodified": { compare: compareTime("lastUpdatedByOrganizationAt"), present: EVERYONE },
};

function findAttribute(path: string, attributes: Record<string, Attribute>): Attribute {
  const lower = path.toLowerCase();
  const prefix = `${USER_SCHEMA.toLowerCase()}:`;
  const key = lower.startsWith(prefix) ? lower.slice(prefix.length) : lower;
  const attribute = Object.hasOwn(attributes, key) ? attributes[key] : undefined;
  if (!attribute) throw unknownAttribute(path);
  return attribute;
}

function compareAttribute(filter: AttrExp, attributes: Record<string, Attribute>): Where {
  const attribute = findAttribute(filter.attrPath, attributes);
  if (filter.op === "pr") return attribute.present;
  const where = attribute.compare(filter.op, filter.compValue);
  if (where === null) throw unsupported(filter.attrPath, filter.op);
  return where;
}

/** A `not` needs no bracket, so the depth is counted again here: Prisma refuses conditions that are nested very deep. */
function toWhere(filter: Filter, attributes = ATTRIBUTES, depth = 1): Where {
  if (depth > MAX_DEPTH) throw tooLong();
  const toInner = (inner: Filter, among = attributes): Where => toWhere(inner, among, depth + 1);
  if ("filters" in filter) {
    const parts = filter.filters.map((one) => toInner(one));
    return filter.op === "and" ? { AND: parts } : { OR: parts };
  }
  if (filter.op === "not") return { NOT: toInner(filter.filter) };
  if (filter.op !== "[]") return compareAttribute(filter, attributes);
  if (filter.attrPath.toLowerCase() !== "emails") throw unknownAttribute(filter.attrPath);
  return toInner(filter.valFilter, EMAIL_ATTRIBUTES);
}

const tooLong = () => invalid("The filter is too long.");

/** The parser calls itself for each bracket. */
function requireShallow(text: string): void {
  const brackets = text.match(/[([]/g)?.length ?? 0;
  if (text.length > MAX_LENGTH || brackets > MAX_DEPTH) throw tooLong();
}

function parseText(text: string): Filter {
  try {
    return parse(text);
  } catch (error) {
    throw invalid(`The filter is not valid: ${error instanceof Error ? error.message.slice(0, 200) : ""}`);
  }
}

/** Throws 400 `invalidFilter` for a text that is no filter of any attributes. */
export function requireWellFormed(text: string | null): void {
  if (!text) return;
  requireShallow(text);
  parseText(text);
}

/**
 * Converts a filter (RFC 7644, 3.4.2.2) to a condition over indexed columns. Throws 400 `invalidFilter` for one that is
 * malformed, or that would have to read every employee.
 */
export function parseScimFilter(text: string): Where {
  requireShallow(text);
  // PostgreSQL cannot compare with NUL.
  if (text.includes("\u0000") || text.includes("\\u0000"))
    throw invalid("The filter contains characters that are not allowed.");
  return toWhere(parseText(text));
}
