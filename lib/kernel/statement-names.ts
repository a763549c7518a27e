import { digest } from "./secrets";

const MOST = 250;
const names = new Map<string, string>();

/**
 * A name for a statement, so that each connection of PostgreSQL parses and plans it once. Only the first few hundred
 * texts get one: lists of varying length make ever new texts, and the server keeps what it has prepared.
 */
export function statementName({ sql }: { sql: string }): string {
  const known = names.get(sql);
  if (known !== undefined) return known;
  if (names.size >= MOST) return "";
  const name = digest(sql).toString("hex").slice(0, 32);
  names.set(sql, name);
  return name;
}
