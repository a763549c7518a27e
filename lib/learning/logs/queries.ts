import type { Integration } from "@/lib/learning/requests/caller";
import { db } from "@/lib/kernel/db";
import { pageWindow, type PagedRows, type Paging } from "@/lib/learning/requests/paging";
import type { LearningLogAction, Prisma } from "@/prisma/generated/client";
import { logSelect, type LogRow } from "./serializer";

type Where = Prisma.LearningLogWhereInput;

export async function findLogPage(where: Where, paging: Paging): Promise<PagedRows<LogRow>> {
  const { direction } = paging;
  const [rows, total] = await Promise.all([
    db().learningLog.findMany({
      where,
      select: logSelect,
      orderBy: [{ createdAt: direction }, { id: direction }],
      ...pageWindow(paging),
    }),
    db().learningLog.count({ where }),
  ]);
  return { rows, total };
}

type NewLog = {
  action: LearningLogAction;
  type: string;
  errorId: string | null;
  data: Prisma.InputJsonValue;
};

/**
 * Inserts entries in the order given. They are passed as JSON because a table that fails may have tens of thousands.
 */
export const insertLogs = ({ organizationId, id }: Integration, entries: NewLog[], createdAt: Date) =>
  db().$executeRaw`
    INSERT INTO learning_logs (organization_id, integration_id, created_at, action, type, error_id, data)
    SELECT ${organizationId}::uuid, ${id}::int, ${createdAt}::timestamptz, action, type, error_id, data
    FROM ROWS FROM (
      jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
        AS (action learning_log_action, type text, "errorId" text, data jsonb)
    ) WITH ORDINALITY AS entry(action, type, error_id, data, place)
    ORDER BY place`;

export const deleteLogRows = (where: Where) => db().learningLog.deleteMany({ where });
