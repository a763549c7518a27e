import { digest } from "./secrets";

/** Begins a statement that is planned for its values each time: their number and rarity decide how to find rows. */
export const PLANNED_ANEW = "/* planned anew */";

/** How long a connection lives: whatever was prepared on it and is no longer used goes with it. */
export const CONNECTION_SECONDS = 3_600;

const MOST = 250;
/** Uses by which a statement shows, while all names are given, that it is one of many uses. */
const USES = 3;
const MOST_COUNTED = 1_000;

// Both in the order of their last use.
const names = new Map<string, string>();
const uses = new Map<string, number>();
let replaced = { since: 0, count: 0 };

const nameOf = (sql: string): string => digest(sql).toString("hex").slice(0, 32);

/** Whether a name may pass to another statement: the server keeps the old one too, for as long as its connection. */
function mayReplace(): boolean {
  const now = performance.now();
  if (now - replaced.since > CONNECTION_SECONDS * 1000) replaced = { since: now, count: 0 };
  return replaced.count < MOST;
}

function dropFirst(map: Map<string, unknown>): void {
  for (const [first] of map) {
    map.delete(first);
    return;
  }
}

/** Counts a use; true when it is one of many, and the statement may have the name of the one unused for longest. */
function deservesName(sql: string): boolean {
  const count = (uses.get(sql) ?? 0) + 1;
  uses.delete(sql);
  if (count >= USES && mayReplace()) {
    replaced.count += 1;
    dropFirst(names);
    return true;
  }
  uses.set(sql, count);
  if (uses.size > MOST_COUNTED) dropFirst(uses);
  return false;
}

/**
 * A name for a statement, so that each connection of PostgreSQL parses and plans it once; empty for one without. The
 * server keeps what it has prepared, and lists of varying length make ever new texts, so there are only some hundred
 * names: once they are given, a statement that is used again and again takes the one that was unused for longest.
 */
export function statementName({ sql }: { sql: string }): string {
  const known = names.get(sql);
  if (known === undefined) {
    if (sql.startsWith(PLANNED_ANEW)) return "";
    if (names.size >= MOST && !deservesName(sql)) return "";
  } else {
    names.delete(sql);
  }
  const name = known ?? nameOf(sql);
  names.set(sql, name);
  return name;
}
