import { createKeyring } from "@/lib/kernel/keyring";
import { SECRET_COLUMNS } from "@/lib/operations/stored-secrets/columns";
import { keyProbes } from "@/lib/operations/stored-secrets/key-probe";

type Row = Record<string, unknown>;
type Query = (text: string) => Promise<Row[]>;

/**
 * Reads every permanent encrypted value of a database with one key alone. Returns for each column how many there are,
 * and how many of them the key cannot decrypt.
 */
export async function readAllValues(
  query: Query,
  key: Buffer,
): Promise<Record<string, { count: number; unreadable: number }>> {
  const ring = createKeyring(key);
  const isReadable = (binding: string, { row, value }: Row): boolean => {
    try {
      ring.decrypt(value as Buffer, binding, String(row));
      return true;
    } catch {
      return false;
    }
  };
  const counts: Record<string, { count: number; unreadable: number }> = {};
  for (const column of [...SECRET_COLUMNS, keyProbes]) {
    const name = `${column.table}.${column.column}`;
    const rows = await query(
      `SELECT "${column.key}" AS "row", "${column.column}" AS value FROM "${column.table}"
       WHERE "${column.column}" IS NOT NULL`,
    );
    counts[name] = {
      count: rows.length,
      unreadable: rows.filter((row) => !isReadable(column.binding, row)).length,
    };
  }
  return counts;
}

/** The number of values of `readAllValues` that the key cannot decrypt. */
export const countUnreadable = (counts: Awaited<ReturnType<typeof readAllValues>>): number =>
  Object.values(counts).reduce((sum, { unreadable }) => sum + unreadable, 0);
