import { parse } from "qs";
import { badRequest } from "@/lib/kernel/errors";

const MAX_PARAMETERS = 5_000;
const MAX_DEPTH = 6;

const options = {
  depth: MAX_DEPTH,
  parameterLimit: MAX_PARAMETERS,
  arrayLimit: MAX_PARAMETERS,
  throwOnLimitExceeded: true,
  allowPrototypes: false,
} as const;

const tooManyParameters = () =>
  badRequest("too_many_parameters", `A form takes at most ${MAX_PARAMETERS} parameters. Send JSON for more.`);

const UNNUMBERED_ITEM = "[][";

/** Checked first, because `numberItems` takes a thousand times the memory of the text. */
function requireFewParameters(text: string): void {
  if (text.split("&", MAX_PARAMETERS + 1).length > MAX_PARAMETERS) throw tooManyParameters();
}

const hasUnnumberedItems = (text: string): boolean => /(\[|%5B)(\]|%5D)(\[|%5B)/i.test(text);
const plainBrackets = (key: string): string => key.replace(/%5B/gi, "[").replace(/%5D/gi, "]");

/**
 * Numbers the items of lists of objects, which Ruby clients send without numbers
 * (`evidence[][type]=…&evidence[][title]=…`): the next item begins with a key that the current one already has. Lists
 * inside an item never begin the next item.
 */
function numberItems(text: string): string {
  const lists = new Map<string, { index: number; keys: Set<string> }>();

  const indexIn = (list: string, key: string): number => {
    const item = lists.get(list) ?? { index: 0, keys: new Set<string>() };
    const isNext = item.keys.has(key) && !key.includes("[]");
    const present = isNext ? { index: item.index + 1, keys: new Set<string>() } : item;
    present.keys.add(key);
    lists.set(list, present);
    return present.index;
  };

  const numbered = (key: string): string => {
    const [name = "", ...parts] = key.split(UNNUMBERED_ITEM);
    if (parts.length > MAX_DEPTH) return key;
    return parts.reduce((list, part, depth) => {
      const rest = parts.slice(depth).join(UNNUMBERED_ITEM);
      return `${list}[${indexIn(list, rest)}][${part}`;
    }, name);
  };

  const pairs = text.split("&").map((pair) => {
    const [key = "", ...value] = pair.split("=");
    return [numbered(plainBrackets(key)), ...value].join("=");
  });
  return pairs.join("&");
}

/**
 * Parses a form or a query string: `a[b]=` nests, and `a[]=`, `a[0]=` and a repeated name make lists. Throws 400 for
 * too many parameters, because a truncated form is not what was sent.
 */
export function parseForm(text: string): unknown {
  requireFewParameters(text);
  try {
    return parse(hasUnnumberedItems(text) ? numberItems(text) : text, options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw tooManyParameters();
  }
}
