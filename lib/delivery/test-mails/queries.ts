import { db } from "@/lib/kernel/db";
import { escapeLike, type Filters } from "@/lib/kernel/list/filter";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Sorts } from "@/lib/kernel/list/sort";
import type { Prisma } from "@/prisma/generated/client";
import { testMailDetailSelect, testMailSelect, type TestMailDetailRow, type TestMailRow } from "./serializer";

type Where = Prisma.TestMailWhereInput;
type Order = Prisma.TestMailOrderByWithRelationInput;

export const filters: Filters<Where> = {
  to: (value) => ({ toAddress: { contains: escapeLike(value), mode: "insensitive" } }),
};

export const sorts: Sorts<Order> = { sent_at: (direction) => ({ sentAt: direction }) };

/** Stores a mail. One that is stored already stays: an attempt may be repeated. */
export const insertTestMail = (data: Prisma.TestMailCreateManyInput) =>
  db().testMail.createMany({ data: [data], skipDuplicates: true });

/** Finds a page of an organization's mails, without their contents. */
export function findTestMailPage(
  organizationId: string,
  filter: Where[],
  order: Order[],
  page: PageRequest,
): Promise<Page<TestMailRow>> {
  const where = { organizationId, AND: filter };
  return loadPage(
    page,
    db().testMail.findMany({
      where,
      select: testMailSelect,
      orderBy: [...order, { id: "desc" }],
      ...toSkipTake(page),
    }),
    db().testMail.count({ where }),
  );
}

export const findTestMail = (organizationId: string, id: string): Promise<TestMailDetailRow | null> =>
  db().testMail.findFirst({ where: { organizationId, id }, select: testMailDetailSelect });

/** Deletes at most this many mails from before a time. Returns the number of deleted ones. */
export const deleteTestMailsBefore = (time: Date, limit: number): Promise<number> =>
  db().$executeRaw`
    DELETE FROM test_mails WHERE id IN (SELECT id FROM test_mails WHERE sent_at < ${time} LIMIT ${limit})`;
