import { digest } from "./secrets";

/** Begins a statement that is planned for its values each time: their number and rarity decide how to find rows. */
export const PLANNED_ANEW = "/* planned anew */";

const MOST = 250;
const names = new Map<string, string>();

/**
 * A name for a statement, so that each connection of PostgreSQL parses and plans it once. Only the first few hundred
 * texts get one: lists of varying length make ever new texts, and the server keeps what it has prepared.
 */
export function statementName({ sql }: { sql: string }): string {
  const known = names.get(sql);
  if (known !== undefined) return known;
  if (sql.startsWith(PLANNED_ANEW)) return "";
  if (names.size >= MOST) return "";
  const name = digest(sql).toString("hex").slice(0, 32);
  names.set(sql, name);
  return name;
}
