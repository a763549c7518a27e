import { db } from "@/lib/kernel/db";
import { notAfter, notBefore } from "@/lib/kernel/list/criteria";
import type { Filters } from "@/lib/kernel/list/filter";
import { slice, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Direction, Sorts } from "@/lib/kernel/list/sort";
import { Prisma } from "@/prisma/generated/client";
import { auditEntrySelect, type AuditEntryRow, type NewAuditEntry } from "./serializer";

type Where = Prisma.AuditEntryWhereInput;
type Order = Prisma.AuditEntryOrderByWithRelationInput;

export const filters: Filters<Where> = {
  action: (value) => ({ action: value }),
  actor_id: (value) => ({ actorId: value }),
  subject_id: (value) => ({ subjectId: value }),
  occurred_at_min: (value) => ({ occurredAt: notBefore("occurred_at_min", value) }),
  occurred_at_max: (value) => ({ occurredAt: notAfter("occurred_at_max", value) }),
};

export const sorts: Sorts<Order> = {
  occurred_at: (direction: Direction) => ({ occurredAt: direction }),
};

export async function findEntryPage(
  where: Where,
  order: Order[],
  page: PageRequest,
): Promise<Page<AuditEntryRow>> {
  const [rows, total] = await Promise.all([
    db().auditEntry.findMany({
      where,
      select: auditEntrySelect,
      orderBy: [...order, { id: "desc" }],
      ...slice(page),
    }),
    db().auditEntry.count({ where }),
  ]);
  return { ...page, rows, total };
}

export const insertEntry = (data: NewAuditEntry) => db().auditEntry.create({ data, select: { id: true } });

/** An entry as a part of a WITH clause: written when the earlier part `happened` has a row. */
export const entryPart = (entry: NewAuditEntry, happened: Prisma.Sql): Prisma.Sql => Prisma.sql`
    audit_row AS (
      INSERT INTO audit_entries (id, organization_id, occurred_at, actor_type, actor_id, actor_name, action,
        subject_id, address, request_id)
      SELECT ${entry.id}::uuid, ${entry.organizationId}::uuid, ${entry.occurredAt}::timestamptz, ${entry.actorType},
        ${entry.actorId}, ${entry.actorName}, ${entry.action}, ${entry.subjectId}, ${entry.address},
        ${entry.requestId}::uuid
      WHERE EXISTS (SELECT FROM ${happened})
    )`;
