import { LRUCache } from "lru-cache";
import { digest } from "./secrets";

/**
 * Begins a statement that is planned again for each set of values, because their number and selectivity change the
 * plan.
 */
export const PLANNED_ANEW = "/* planned anew */";

/** How long a connection lives. Unused prepared statements end with it. */
export const CONNECTION_SECONDS = 3_600;

const MOST = 250;
/** Once all names are in use, a statement needs this many uses to get one. */
const USES = 3;
const MOST_COUNTED = 1_000;

const names = new LRUCache<string, string>({ max: MOST });
const uses = new LRUCache<string, number>({ max: MOST_COUNTED });
let replaced = { since: 0, count: 0 };

const nameOf = (sql: string): string => digest(sql).toString("hex").slice(0, 32);

/** Whether a name can be reassigned: the server keeps the old statement, too, until the connection ends. */
function mayReplace(): boolean {
  const now = performance.now();
  if (now - replaced.since > CONNECTION_SECONDS * 1000) replaced = { since: now, count: 0 };
  return replaced.count < MOST;
}

/** Counts a use. Returns true when the statement is used often enough to take the least recently used name. */
function deservesName(sql: string): boolean {
  const count = (uses.get(sql) ?? 0) + 1;
  if (count < USES || !mayReplace()) {
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
  if (sql.startsWith(PLANNED_ANEW)) return "";
  if (names.size >= MOST && !deservesName(sql)) return "";
  const name = nameOf(sql);
  names.set(sql, name);
  return name;
}
