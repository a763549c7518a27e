import { db } from "@/lib/kernel/db";
import { containsAddressSql } from "@/lib/kernel/text-matches";
import { Prisma } from "@/prisma/generated/client";
import { PERSONAL_COLUMNS } from "./personal-columns";

const { sql } = Prisma;

/** Pictures, which have no text. */
const WITHOUT_TEXT = ["images"];

const quote = (name: string): Prisma.Sql => Prisma.raw(`"${name}"`);

async function countInTable(table: string, columns: string[], address: string): Promise<[string, number][]> {
  const counts = columns.map(
    (column) =>
      sql`${column}::text, count(*) FILTER (WHERE ${containsAddressSql(sql`${quote(column)}::text`, [address])})::int`,
  );
  const rows = await db().$queryRaw<{ found: Record<string, number> }[]>`
    SELECT jsonb_build_object(${Prisma.join(counts)}) AS found FROM ${quote(table)}`;
  return Object.entries(rows[0]?.found ?? {}).map(([column, count]) => [`${table}.${column}`, count]);
}

/** Counts the rows in whose personal columns an address stands, in capital or small letters. Reads whole tables. */
export async function countInPersonalColumns(address: string): Promise<Record<string, number>> {
  const found: [string, number][] = [];
  for (const [table, columns] of Object.entries(PERSONAL_COLUMNS)) {
    if (WITHOUT_TEXT.includes(table)) continue;
    found.push(...(await countInTable(table, Object.keys(columns), address)));
  }
  return Object.fromEntries(found.filter(([, count]) => count > 0));
}
