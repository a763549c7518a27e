import { Prisma } from "@/prisma/generated/client";

/** Which rows to read: the next `limit` ones in the order of ids, or those with these ids. */
export type IdBatch = { after: string; limit: number } | { ids: string[] };

/** Below every id: a scan begins after it. */
export const BEFORE_ALL_IDS = "00000000-0000-0000-0000-000000000000";

/** The condition of a batch for the column with the id, such as `user.id`. */
export const idCondition = (column: string, batch: IdBatch): Prisma.Sql =>
  "ids" in batch
    ? Prisma.sql`${Prisma.raw(column)} = ANY (${batch.ids}::uuid[])`
    : Prisma.sql`${Prisma.raw(column)} > ${batch.after}::uuid`;

/** The order and the limit of a batch. */
export const idOrder = (column: string, batch: IdBatch): Prisma.Sql =>
  "ids" in batch
    ? Prisma.sql`ORDER BY ${Prisma.raw(column)}`
    : Prisma.sql`ORDER BY ${Prisma.raw(column)} LIMIT ${batch.limit}`;
