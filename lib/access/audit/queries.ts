import { db } from "@/lib/kernel/db";
import { parseNotAfter, parseNotBefore } from "@/lib/kernel/list/filter-values";
import { escapeLike, type Filters } from "@/lib/kernel/list/filter";
import {
  maxReachableRows,
  loadCappedPage,
  toSkipTake,
  type Page,
  type PageRequest,
} from "@/lib/kernel/list/page";
import type { Direction, Sorts } from "@/lib/kernel/list/sort";
import { Prisma } from "@/prisma/generated/client";
import { auditEntrySelect, type AuditEntryRow, type NewAuditEntry } from "./serializer";

type Where = Prisma.AuditEntryWhereInput;
type Order = Prisma.AuditEntryOrderByWithRelationInput;

export const filters: Filters<Where> = {
  action: (value) => ({ action: value }),
  action_group: (value) => ({ action: { startsWith: `${escapeLike(value)}.` } }),
  actor_id: (value) => ({ actorId: value }),
  subject_id: (value) => ({ subjectId: value }),
  occurred_at_min: (value) => ({ occurredAt: parseNotBefore("occurred_at_min", value) }),
  occurred_at_max: (value) => ({ occurredAt: parseNotAfter("occurred_at_max", value) }),
};

export const sorts: Sorts<Order> = {
  occurred_at: (direction: Direction) => ({ occurredAt: direction }),
};

export async function findAuditEntryPage(
  where: Where,
  order: Order[],
  page: PageRequest,
): Promise<Page<AuditEntryRow>> {
  return loadCappedPage(
    page,
    db().auditEntry.findMany({
      where,
      select: auditEntrySelect,
      orderBy: [...order, { id: "desc" }],
      ...toSkipTake(page),
    }),
    db().auditEntry.count({ where, take: maxReachableRows(page) }),
  );
}

export const insertAuditEntries = (data: NewAuditEntry[]) => db().auditEntry.createMany({ data });

export const insertAuditEntry = (data: NewAuditEntry) =>
  db().auditEntry.create({ data, select: { id: true } });

/** Builds a WITH clause member that inserts the audit entries whose subject is in the earlier member `happened`. */
export function buildAuditEntriesCte(entries: NewAuditEntry[], changedRows: Prisma.Sql): Prisma.Sql {
  const rows = entries.map((entry) => ({
    id: entry.id,
    organization_id: entry.organizationId,
    occurred_at: entry.occurredAt,
    actor_type: entry.actorType,
    actor_id: entry.actorId,
    actor_name: entry.actorName,
    action: entry.action,
    subject_id: entry.subjectId,
    address: entry.address,
    request_id: entry.requestId,
  }));
  return Prisma.sql`
    audit_rows AS (
      INSERT INTO audit_entries (id, organization_id, occurred_at, actor_type, actor_id, actor_name, action,
        subject_id, address, request_id)
      SELECT id, organization_id, occurred_at, actor_type, actor_id, actor_name, action, subject_id, address, request_id
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS entry(
        id uuid, organization_id uuid, occurred_at timestamptz, actor_type text, actor_id text, actor_name text,
        action text, subject_id text, address text, request_id uuid)
      WHERE subject_id IN (SELECT id::text FROM ${changedRows})
    )`;
}
