import type { Prisma } from "@/prisma/generated/client";
import type { DeletedCount, LearningLog } from "./schema";

export const logSelect = {
  id: true,
  createdAt: true,
  action: true,
  type: true,
  errorId: true,
  data: true,
} satisfies Prisma.LearningLogSelect;

export type LogRow = Prisma.LearningLogGetPayload<{ select: typeof logSelect }>;

const presentLog = (row: LogRow): LearningLog => ({
  id: Number(row.id),
  date: row.createdAt.toUTCString(),
  action: row.action,
  type: row.type,
  error_id: row.errorId,
  data: row.data,
});

export const presentLogs = (rows: LogRow[]): LearningLog[] => rows.map(presentLog);

export const presentDeletedCount = (count: number): DeletedCount => ({ deleted_count: count });
