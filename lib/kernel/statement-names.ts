import { LRUCache } from "lru-cache";
import { digest } from "./secrets";

/** Begins a statement that is planned for its values each time: their number and rarity decide how to find rows. */
export const PLANNED_ANEW = "/* planned anew */";

/** How long a connection lives: whatever was prepared on it and is no longer used goes with it. */
export const CONNECTION_SECONDS = 3_600;

const MOST = 250;
/** Uses by which a statement shows, while all names are given, that it is one of many uses. */
const USES = 3;
const MOST_COUNTED = 1_000;

const names = new LRUCache<string, string>({ max: MOST });
const uses = new LRUCache<string, number>({ max: MOST_COUNTED });
let replaced = { since: 0, count: 0 };

const nameOf = (sql: string): string => digest(sql).toString("hex").slice(0, 32);

/** Whether a name may pass to another statement: the server keeps the old one too, for as long as its connection. */
function mayReplace(): boolean {
  const now = performance.now();
  if (now - replaced.since > CONNECTION_SECONDS * 1000) replaced = { since: now, count: 0 };
  return replaced.count < MOST;
}

/** Counts a use; true when it is one of many, and the statement may have the name of the one unused for longest. */
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
 * A name for a statement, so that each connection of PostgreSQL parses and plans it once; empty for one without. The
 * server keeps what it has prepared, and lists of varying length make ever new texts, so there are only some hundred
 * names: once they are given, a statement that is used again and again takes the one that was unused for longest.
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
