import { visit } from "jsonc-parser";
import { skipText } from "./json-values";

/** Why a text is no JSON that every reader understands in the same way. */
export type JsonProblem = "malformed" | "too_deep" | "duplicate_name" | "unsafe_number";

/** A text was refused by `parseStrictJson`. `detail` is the name or number in question. */
export class StrictJsonError extends Error {
  override readonly name = "StrictJsonError";

  constructor(
    readonly problem: JsonProblem,
    readonly detail: string | null = null,
  ) {
    super(detail === null ? problem : `${problem}: ${detail}`);
  }
}

const MAX_DETAIL_LENGTH = 100;

/** Whether brackets nest deeper than `max`. Parsers recurse, so this is found out before. */
function isDeeper(json: string, max: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length;) {
    const character = json[at];
    if (character === '"') {
      at = skipText(json, at);
      continue;
    }
    if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
    if (depth > max) return true;
    at += 1;
  }
  return false;
}

const refuse = (problem: JsonProblem, detail: string | null = null): never => {
  throw new StrictJsonError(problem, detail?.slice(0, MAX_DETAIL_LENGTH) ?? null);
};

/** Checks what `JSON.parse` forgives: a name twice in one object, a number that is rounded. */
function requireUnambiguous(json: string): void {
  const open: Set<string>[] = [];
  visit(
    json,
    {
      onObjectBegin: () => void open.push(new Set()),
      onObjectEnd: () => void open.pop(),
      onObjectProperty: (name) => {
        // It is no member but the prototype of an object, so readers drop it.
        if (name === "__proto__") refuse("duplicate_name", name);
        const names = open.at(-1);
        if (names?.has(name)) refuse("duplicate_name", name);
        names?.add(name);
      },
      onLiteralValue: (value: unknown, offset, length) => {
        if (typeof value === "number" && !isExact(value))
          refuse("unsafe_number", json.substr(offset, length));
      },
      onError: () => refuse("malformed"),
    },
    { disallowComments: true, allowTrailingComma: false },
  );
}

/** Whether other readers get the same number: integers beyond 2^53 are rounded (RFC 7493, 2.2). */
const isExact = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));

/**
 * Parses JSON of which every reader has the same understanding (RFC 7493): no name twice in an object, also not in another
 * spelling, no number that would be rounded, and at most `maxDepth` levels. A signature says
 * nothing about a document that two readers read differently.
 *
 * @throws StrictJsonError for any other text
 */
export function parseStrictJson(json: string, maxDepth: number): unknown {
  if (isDeeper(json, maxDepth)) refuse("too_deep");
  requireUnambiguous(json);
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return refuse("malformed");
  }
}
