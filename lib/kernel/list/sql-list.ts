import { Prisma } from "@/prisma/generated/client";
import { db } from "../db";
import { parseNotAfter, parseNotBefore } from "./filter-values";
import type { Direction } from "./sort";
import { cappedTotal, maxReachableRows, toSkipTake, type Page, type PageRequest } from "./page";

const { sql, raw, empty } = Prisma;

/** A year after 9999 has a plus sign in JavaScript but not in PostgreSQL. */
export const timestampSql = (at: Date): Prisma.Sql =>
  sql`${at.toISOString().replace(/^\+0*/, "")}::timestamptz`;

/** The condition of an inclusive lower bound of a date, by the value of a filter. */
export const fromSql = (key: string, column: Prisma.Sql, value: string): Prisma.Sql =>
  sql`${column} >= ${timestampSql(parseNotBefore(key, value).gte)}`;

/** The condition of an inclusive upper bound. A bare date means the whole day. */
export const untilSql = (key: string, column: Prisma.Sql, value: string): Prisma.Sql => {
  const bound = parseNotAfter(key, value);
  return "lt" in bound
    ? sql`${column} < ${timestampSql(bound.lt)}`
    : sql`${column} <= ${timestampSql(bound.lte)}`;
};

/** Orders a list by a column of its tables. */
export const sortBy =
  (column: string) =>
  (direction: Direction): Prisma.Sql =>
    raw(`${column} ${direction}`);

/**
 * A list whose conditions Prisma cannot say. `from` names the tables, `id` the column that identifies a row. `order` ends with a
 * column that no two rows share.
 */
export type SqlList = { from: Prisma.Sql; id: Prisma.Sql; where: Prisma.Sql[]; order: Prisma.Sql[] };

/** How the rows of some ids are read, in any order, and the id of each. */
export type RowLoader<Id, Row> = { load: (ids: Id[]) => Promise<Row[]>; idOf: (row: Row) => Id };

const fromAndWhere = ({ from, where }: Omit<SqlList, "id" | "order">): Prisma.Sql =>
  sql`${from} WHERE ${Prisma.join(where, " AND ")}`;

const idsSql = (list: SqlList, { skip, take }: { skip: number; take: number }): Prisma.Sql => sql`
  ARRAY(SELECT ${list.id} FROM ${fromAndWhere(list)}
    ORDER BY ${Prisma.join(list.order)} LIMIT ${take} OFFSET ${skip})`;

async function loadInOrder<Id, Row>(ids: Id[], { load, idOf }: RowLoader<Id, Row>): Promise<Row[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await load(ids)).map((row) => [idOf(row), row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** Finds the first rows of a list, in its order: their ids by SQL, then the rows. */
export async function findSqlRows<Id, Row>(
  list: SqlList,
  limit: number,
  loader: RowLoader<Id, Row>,
): Promise<Row[]> {
  const found = await db().$queryRaw<
    { ids: Id[] }[]
  >`SELECT ${idsSql(list, { skip: 0, take: limit })} AS ids`;
  return loadInOrder(found[0]?.ids ?? [], loader);
}

const countSql = (list: Omit<SqlList, "id" | "order">, end = empty): Prisma.Sql =>
  sql`(SELECT count(*)::int FROM (SELECT FROM ${fromAndWhere(list)} ${end}) AS counted)`;

export async function countSqlRows(list: Omit<SqlList, "id" | "order">): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`SELECT ${countSql(list)} AS count`;
  return row?.count ?? 0;
}

/**
 * Finds a page of a list: one query for its ids and the total, and one for its rows. `isCapped`: rows are counted only as far as
 * pages reach.
 */
export async function findSqlPage<Id, Row>(
  list: SqlList,
  { page, isCapped }: { page: PageRequest; isCapped: boolean },
  loader: RowLoader<Id, Row>,
): Promise<Page<Row>> {
  const end = isCapped ? sql`LIMIT ${maxReachableRows(page)}` : empty;
  const [found] = await db().$queryRaw<{ ids: Id[]; total: number }[]>`
    SELECT ${idsSql(list, toSkipTake(page))} AS ids, ${countSql(list, end)} AS total`;
  const { ids = [], total = 0 } = found ?? {};
  const rows = await loadInOrder(ids, loader);
  return { ...page, rows, ...(isCapped ? cappedTotal(page, total) : { total }) };
}
