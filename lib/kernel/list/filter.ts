import { badRequest } from "../errors";

export type Filters<Where> = Record<string, (value: string) => Where>;

/** Returns the text of a filter; throws 400 when no filter could have this text. */
function requireUsableFilter(text: string): string {
  if (text.length > 4_000 || text.includes("\u0000"))
    throw badRequest("invalid_filter", "The filter is not usable.");
  return text;
}

function unknownFilter(key: string, filters: object) {
  const known = Object.keys(filters).join(", ") || "none here";
  return badRequest("unknown_filter", `Unknown filter "${key}". Use key::value. Keys: ${known}.`);
}

/** One `key::value` of a filter. The value is null when it is missing. */
export type FilterTerm = { key: string; value: string | null };

/** Parses the older filter syntax: `key::value|key::value`. */
const parseDelimited = (text: string): FilterTerm[] =>
  requireUsableFilter(text)
    .split("|")
    .filter((part) => part !== "")
    .map((part) => {
      const separator = part.indexOf("::");
      return separator < 0
        ? { key: part, value: null }
        : { key: part.slice(0, separator), value: part.slice(separator + 2) };
    });

const BRACKETS = /^filter\[(.+)\]$/;

/** Parses the key of `filter[person][id]`, which is `person[id]`. */
function parseBracketedKey(name: string): string | undefined {
  const [key, ...parts] = BRACKETS.exec(name)?.[1]?.split("][") ?? [];
  return key === undefined ? key : key + parts.map((part) => `[${part}]`).join("");
}

/**
 * Reads both filter syntaxes: `filter[key]=value`, repeated for each key (`filter[key][part]` for `key[part]`; an empty
 * value is ignored), and `filter=key::value|key::value`. Throws 400 for text that no filter could have.
 */
export function readFilterTerms(query: URLSearchParams): FilterTerm[] {
  const bracketed = [...query].flatMap(([name, value]) => {
    const key = parseBracketedKey(name);
    return key === undefined || value === "" ? [] : [{ key, value: requireUsableFilter(value) }];
  });
  return [...bracketed, ...parseDelimited(query.get("filter") ?? "")];
}

/**
 * Converts terms to conditions, all of which must hold, by the domain's table of filters. Throws 400 for an unknown key
 * and for a value that its filter rejects.
 */
export function parseFilter<Where>(terms: FilterTerm[], filters: Filters<Where>): Where[] {
  return terms.map(({ key, value }) => {
    const filter = Object.hasOwn(filters, key) ? filters[key] : undefined;
    if (value === null || !filter) throw unknownFilter(key, filters);
    return filter(value);
  });
}

/** 400 for a value that the filter does not accept. */
export const invalidFilterValue = (key: string, expected: string) =>
  badRequest("invalid_filter", `The filter ${key} takes ${expected}.`);

/** Splits a comma-separated list. Its items are composed (NFC), as texts are stored. */
export const splitCommaList = (value: string): string[] =>
  value
    .normalize("NFC")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

/** Escapes `%` and `_` for LIKE, and composes the text (NFC), as texts are stored. */
export const escapeLike = (value: string): string => value.normalize("NFC").replace(/[\\%_]/g, "\\$&");

/** A partial, case-insensitive match. A value in double quotes matches exactly. */
export const textMatch = (value: string) =>
  /^".*"$/s.test(value)
    ? { equals: value.slice(1, -1).normalize("NFC") }
    : { contains: escapeLike(value), mode: "insensitive" as const };
