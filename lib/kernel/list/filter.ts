import { badRequest } from "../errors";

export type Filters<Where> = Record<string, (value: string) => Where>;

/** The text of a filter; 400 for one that no filter of ours could be. */
function usable(text: string): string {
  if (text.length > 4_000 || text.includes("\u0000"))
    throw badRequest("invalid_filter", "The filter is not usable.");
  return text;
}

function unknownFilter(key: string, filters: object) {
  const known = Object.keys(filters).join(", ") || "none here";
  return badRequest("unknown_filter", `Unknown filter "${key}". Write key::value; keys: ${known}.`);
}

/** One `key::value` of a filter; null for a value that is missing. */
export type FilterTerm = { key: string; value: string | null };

/** The older way to filter: `key::value|key::value`. */
const delimited = (text: string): FilterTerm[] =>
  usable(text)
    .split("|")
    .filter((part) => part !== "")
    .map((part) => {
      const separator = part.indexOf("::");
      return separator < 0
        ? { key: part, value: null }
        : { key: part.slice(0, separator), value: part.slice(separator + 2) };
    });

const BRACKETS = /^filter\[(.+)\]$/;

/** `filter[person][id]` names the key `person[id]`. */
function bracketedKey(name: string): string | undefined {
  const [key, ...parts] = BRACKETS.exec(name)?.[1]?.split("][") ?? [];
  return key === undefined ? key : key + parts.map((part) => `[${part}]`).join("");
}

/**
 * Reads both ways to filter: `filter[key]=value`, once for each key (of `key[part]` it is `filter[key][part]`; one without
 * a value is none), and `filter=key::value|key::value`. 400 for a text that no filter could be.
 */
export function readFilterTerms(query: URLSearchParams): FilterTerm[] {
  const bracketed = [...query].flatMap(([name, value]) => {
    const key = bracketedKey(name);
    return key === undefined || value === "" ? [] : [{ key, value: usable(value) }];
  });
  return [...bracketed, ...delimited(query.get("filter") ?? "")];
}

/**
 * Turns terms into conditions by the domain's table of filters; all of them must hold. An unknown key, or a value that its
 * filter refuses, is a 400 that names it.
 */
export function parseFilter<Where>(terms: FilterTerm[], filters: Filters<Where>): Where[] {
  return terms.map(({ key, value }) => {
    const filter = Object.hasOwn(filters, key) ? filters[key] : undefined;
    if (value === null || !filter) throw unknownFilter(key, filters);
    return filter(value);
  });
}

/** 400 for a filter value that is not of the filter's kind. */
export const badFilterValue = (key: string, expected: string) =>
  badRequest("invalid_filter", `The filter ${key} takes ${expected}.`);

/** Values of a comma-delimited list. */
export const commaList = (value: string): string[] =>
  value
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

/** `value` for LIKE, where `%` and `_` stand for themselves. */
export const escapeLike = (value: string): string => value.replace(/[\\%_]/g, "\\$&");

/** A partial, case-insensitive match; a value in double quotes matches exactly. */
export const textMatch = (value: string) =>
  /^".*"$/s.test(value)
    ? { equals: value.slice(1, -1) }
    : { contains: escapeLike(value), mode: "insensitive" as const };
