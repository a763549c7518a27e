import { LRUCache } from "lru-cache";
import { digest } from "./secrets";

/**
 * Begins a statement that is planned again for each set of values, because their number and selectivity change the
 * plan.
 */
export const PLAN_EACH_TIME = "/* planned anew */";

/** How long a connection lives. Unused prepared statements end with it. */
export const MAX_CONNECTION_SECONDS = 3_600;

const MAX_NAMES = 250;
/** Once all names are in use, a statement needs this many uses to get one. */
const MIN_USES = 3;
const MAX_COUNTED = 1_000;

const names = new LRUCache<string, string>({ max: MAX_NAMES });
const uses = new LRUCache<string, number>({ max: MAX_COUNTED });
let replaced = { since: 0, count: 0 };

const hashStatement = (sql: string): string => digest(sql).toString("hex").slice(0, 32);

/** Whether a name can be reassigned: the server keeps the old statement, too, until the connection ends. */
function canReplaceName(): boolean {
  const now = performance.now();
  if (now - replaced.since > MAX_CONNECTION_SECONDS * 1000) replaced = { since: now, count: 0 };
  return replaced.count < MAX_NAMES;
}

/** Counts a use. Returns true when the statement is used often enough to take the least recently used name. */
function canTakeName(sql: string): boolean {
  const count = (uses.get(sql) ?? 0) + 1;
  if (count < MIN_USES || !canReplaceName()) {
    uses.set(sql, count);
    return false;
  }
  uses.delete(sql);
  replaced.count += 1;
  return true;
}

/**
 * Returns a name for a statement, so that each connection parses and plans it once; empty for a statement without a
 * name. The server keeps what it has prepared, and lists of varying length create new texts all the time, so there are
 * only some hundred names. When all are in use, a frequently used statement takes the least recently used name.
 */
export function statementName({ sql }: { sql: string }): string {
  const known = names.get(sql);
  if (known !== undefined) return known;
  if (sql.startsWith(PLAN_EACH_TIME)) return "";
  if (names.size >= MAX_NAMES && !canTakeName(sql)) return "";
  const name = hashStatement(sql);
  names.set(sql, name);
  return name;
}
