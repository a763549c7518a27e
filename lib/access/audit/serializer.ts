import type { Prisma } from "@/prisma/generated/client";
import type { AuditEntry } from "./schema";

export const auditEntrySelect = {
  id: true,
  occurredAt: true,
  actorType: true,
  actorId: true,
  actorName: true,
  action: true,
  subjectId: true,
  address: true,
  browser: true,
  requestId: true,
} satisfies Prisma.AuditEntrySelect;

export type AuditEntryRow = Prisma.AuditEntryGetPayload<{ select: typeof auditEntrySelect }>;
export type NewAuditEntry = AuditEntryRow & { organizationId: string };

export const presentAuditEntry = (row: AuditEntryRow): AuditEntry => ({
  id: row.id,
  occurred_at: row.occurredAt.toISOString(),
  actor: { type: row.actorType, id: row.actorId, name: row.actorName },
  action: row.action,
  subject_id: row.subjectId,
  address: row.address,
  browser: row.browser,
  request_id: row.requestId,
});
