import { db } from "@/lib/kernel/db";
import { windowOf, type Found, type Paging } from "@/lib/kernel/list/paging";
import type { Prisma } from "@/prisma/generated/client";
import { logSelect, type LogRow } from "./serializer";

type Where = Prisma.LearningLogWhereInput;

export async function findLogPage(where: Where, paging: Paging): Promise<Found<LogRow>> {
  const { direction } = paging;
  const [rows, total] = await Promise.all([
    db().learningLog.findMany({
      where,
      select: logSelect,
      orderBy: [{ createdAt: direction }, { id: direction }],
      ...windowOf(paging),
    }),
    db().learningLog.count({ where }),
  ]);
  return { rows, total };
}

export const insertLogs = (data: Prisma.LearningLogCreateManyInput[]) =>
  db().learningLog.createMany({ data });

export const deleteLogRows = (where: Where) => db().learningLog.deleteMany({ where });
