import type pg from "pg";

/** A column whose numbers its sequence gives, and where numbers are used that rows of the table have no more. */
export type NumberColumn = { table: string; column: string; usedIn?: string };

/** Larger numbers are not kept: the sequence would continue from one, and run out of numbers. */
const MAX_KEPT = 1_000_000_000;
/** How far a sequence is set above a kept number: numbers that others take while it is set stay below this. */
const MARGIN = 1_000;

/** Lets a sequence continue above this number. As every change of a sequence, it stays when the transaction is undone. */
const raiseSequence = (client: pg.Client, { table, column }: NumberColumn, number: number) =>
  client.query(
    `SELECT setval(sequence, $3::bigint + ${MARGIN})
     FROM (SELECT pg_get_serial_sequence($1, $2)::regclass AS sequence) AS own
     WHERE COALESCE(pg_sequence_last_value(sequence), 0) < $3::bigint`,
    [table, column, number],
  );

/**
 * Finds those of these numbers that cannot be kept, because they are taken or too large. The sequence gives none of the others
 * from now on.
 */
export async function findTakenNumbers(
  client: pg.Client,
  numbered: NumberColumn,
  numbers: number[],
): Promise<Set<number>> {
  const small = numbers.filter((number) => number >= 1 && number <= MAX_KEPT);
  const taken = new Set(numbers.filter((number) => !small.includes(number)));
  if (small.length === 0) return taken;
  // A loop and no spread: an argument list is limited.
  await raiseSequence(
    client,
    numbered,
    small.reduce((one, other) => Math.max(one, other)),
  );
  const { table, column, usedIn } = numbered;
  const usedColumn = usedIn === undefined ? column : "id";
  const { rows } = await client.query<{ number: number }>(
    `SELECT ${usedColumn} AS number FROM ${usedIn ?? table} WHERE ${usedColumn} = ANY ($1::int[])`,
    [small],
  );
  for (const { number } of rows) taken.add(number);
  return taken;
}
