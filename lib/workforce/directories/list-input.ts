import type { Prisma } from "@/prisma/generated/client";
import { scimError } from "./errors";
import { parseScimFilter, requireWellFormed } from "./filter";
import { MAX_RESULTS, type ScimUser } from "./schema";

const DEFAULT_COUNT = 100;
/** Far more than an organization has employees. */
const MAX_START = 10_000_000;

/** Which attributes of users a client asks for: those named, or all but those named (RFC 7644, 3.9). */
export type Selection = { only: Set<string> | null; without: Set<string> };

export type ScimListInput = {
  filter: Prisma.EmployeeWhereInput | null;
  sort: { attribute: string; direction: Prisma.SortOrder } | null;
  /** The first user, from 1. */
  startIndex: number;
  count: number;
};

/** Parses a whole number. Throws 400 for something else. */
function parseInteger(name: string, text: string | null, fallback: number): number {
  if (text === null || text === "") return fallback;
  if (!/^-?\d{1,15}$/.test(text)) throw scimError("invalidValue", `${name} must be a whole number.`);
  return Number(text);
}

function parseDirection(text: string | null): Prisma.SortOrder {
  if (text === null || text === "ascending") return "asc";
  if (text === "descending") return "desc";
  throw scimError("invalidValue", "sortOrder must be ascending or descending.");
}

/** Reads the parameters of a list (RFC 7644, 3.4.2). A `count` beyond the limit gets as many users as the limit. */
export function readScimList(query: URLSearchParams): ScimListInput {
  const [filter, attribute] = [query.get("filter"), query.get("sortBy")];
  const startIndex = parseInteger("startIndex", query.get("startIndex"), 1);
  const count = parseInteger("count", query.get("count"), DEFAULT_COUNT);
  return {
    filter: filter ? parseScimFilter(filter) : null,
    sort: attribute ? { attribute, direction: parseDirection(query.get("sortOrder")) } : null,
    startIndex: Math.min(Math.max(startIndex, 1), MAX_START),
    count: Math.min(Math.max(count, 0), MAX_RESULTS),
  };
}

/**
 * Reads the parameters of the list of groups. A filter that is well-formed matches none: directories look for groups by
 * attributes that users do not have. Throws 400 `invalidFilter` for another one.
 */
export function readScimGroupList(query: URLSearchParams): Pick<ScimListInput, "startIndex"> {
  requireWellFormed(query.get("filter"));
  const { startIndex } = readScimList(new URLSearchParams({ startIndex: query.get("startIndex") ?? "" }));
  return { startIndex };
}

/** The top attributes that a parameter names, in lower case. Of a sub-attribute the whole attribute is returned. */
const parseNames = (text: string | null): Set<string> =>
  new Set(
    (text ?? "")
      .split(",")
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== "")
      .map((name) => (name.startsWith("urn:") ? name : (name.split(".")[0] ?? name))),
  );

export function readSelection(query: URLSearchParams): Selection {
  const only = parseNames(query.get("attributes"));
  return { only: only.size > 0 ? only : null, without: parseNames(query.get("excludedAttributes")) };
}

/** `id` and `schemas` are always returned (RFC 7643, 3.1). */
const ALWAYS = new Set(["id", "schemas"]);

/** Leaves the attributes out that a client did not ask for. */
export const selectFields = (user: ScimUser, { only, without }: Selection): Partial<ScimUser> =>
  Object.fromEntries(
    Object.entries(user).filter(([name]) => {
      const lower = name.toLowerCase();
      return ALWAYS.has(lower) || ((only?.has(lower) ?? true) && !without.has(lower));
    }),
  );
