import type { Prisma } from "@/prisma/generated/client";
import type { AuditEntry, FieldChange } from "./schema";

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
  changes: true,
} satisfies Prisma.AuditEntrySelect;

export type AuditEntryRow = Prisma.AuditEntryGetPayload<{ select: typeof auditEntrySelect }>;
export type NewAuditEntry = Omit<AuditEntryRow, "changes"> & {
  organizationId: string;
  /** Left out for actions that do not change fields. */
  changes?: FieldChange[];
};

export const presentAuditEntry = (row: AuditEntryRow): AuditEntry => ({
  id: row.id,
  occurred_at: row.occurredAt.toISOString(),
  actor: { type: row.actorType, id: row.actorId, name: row.actorName },
  action: row.action,
  subject_id: row.subjectId,
  address: row.address,
  browser: row.browser,
  request_id: row.requestId,
  // Written by `listChanges` alone.
  changes: (row.changes ?? []) as FieldChange[],
});
