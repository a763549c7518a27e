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
import { isUuid } from "@/lib/kernel/ids";
import { joinNames } from "@/lib/kernel/names";

type Named = { id: string; name: string };
type Finder = (organizationId: string, ids: string[]) => Promise<Named[]>;

const fullName = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string =>
  joinNames(firstName, lastName);

const NAMED = { id: true, name: true } as const;

/** How the names of the things that were changed are read: by the part of the action before the dot. */
const FINDERS: Record<string, Finder> = {
  badge: async (organizationId, ids) => {
    const rows = await db().issuedBadge.findMany({
      where: {
        id: { in: ids },
        deletedAt: null,
        OR: [{ organizationId }, { templateOrganizationId: organizationId }],
      },
      select: { id: true, issuedTo: true, recipientEmail: true, badgeTemplate: { select: { name: true } } },
      relationLoadStrategy: "join",
    });
    return rows.map(({ id, issuedTo, recipientEmail, badgeTemplate }) => ({
      id,
      name: `${badgeTemplate.name} for ${issuedTo || recipientEmail}`,
    }));
  },
  badge_template: (organizationId, ids) =>
    db().badgeTemplate.findMany({
      where: { organizationId, id: { in: ids }, deletedAt: null },
      select: NAMED,
    }),
  badge_import: async (organizationId, ids) => {
    const rows = await db().badgeImport.findMany({
      where: { organizationId, id: { in: ids } },
      select: { id: true, fileName: true },
    });
    return rows.map(({ id, fileName }) => ({ id, name: fileName }));
  },
  recommendation: async (organizationId, ids) => {
    const rows = await db().recommendation.findMany({
      where: { organizationId, id: { in: ids } },
      select: { id: true, title: true },
    });
    return rows.map(({ id, title }) => ({ id, name: title }));
  },
  employee: async (organizationId, ids) => {
    const rows = await db().employee.findMany({
      where: { organizationId, id: { in: ids } },
      select: { id: true, firstName: true, lastName: true, email: true },
    });
    return rows.map((row) => ({ id: row.id, name: fullName(row) || row.email }));
  },
  member: async (organizationId, ids) => {
    const rows = await db().membership.findMany({
      where: { organizationId, userId: { in: ids } },
      select: { user: { select: { id: true, firstName: true, lastName: true } } },
      relationLoadStrategy: "join",
    });
    return rows.map(({ user }) => ({ id: user.id, name: fullName(user) }));
  },
  invitation: async (organizationId, ids) => {
    const rows = await db().memberInvitation.findMany({
      where: { organizationId, id: { in: ids } },
      select: { id: true, email: true },
    });
    return rows.map(({ id, email }) => ({ id, name: email }));
  },
  authorization_token: async (organizationId, ids) => {
    const rows = await db().authorizationToken.findMany({
      where: { organizationId, id: { in: ids } },
      select: { id: true, description: true },
    });
    return rows.map(({ id, description }) => ({ id, name: description ?? "" }));
  },
  learning_app: (organizationId, ids) =>
    db().learningApp.findMany({ where: { organizationId, id: { in: ids } }, select: NAMED }),
  saved_view: (organizationId, ids) =>
    db().savedView.findMany({ where: { organizationId, userId: null, id: { in: ids } }, select: NAMED }),
  issuer: async (organizationId, ids) => {
    const rows = await db().issuerAuthorization.findMany({
      where: { grantorId: organizationId, id: { in: ids } },
      select: { id: true, issuer: { select: { name: true } } },
      relationLoadStrategy: "join",
    });
    return rows.map(({ id, issuer }) => ({ id, name: issuer.name }));
  },
  endorsement: async (organizationId, ids) => {
    const rows = await db().endorsement.findMany({
      where: { id: { in: ids }, OR: [{ organizationId }, { templateOrganizationId: organizationId }] },
      select: { id: true, badgeName: true },
    });
    return rows.map(({ id, badgeName }) => ({ id, name: badgeName ?? "" }));
  },
};

/** The same for things whose ids are numbers. */
const FINDERS_BY_NUMBER: Record<
  string,
  (organizationId: string, ids: number[]) => Promise<{ id: number; name: string }[]>
> = {
  oauth_application: (organizationId, ids) =>
    db().oauthApplication.findMany({ where: { organizationId, id: { in: ids } }, select: NAMED }),
  learning_integration: (organizationId, ids) =>
    db().learningIntegration.findMany({ where: { organizationId, id: { in: ids } }, select: NAMED }),
};

/** Things that are named as another kind of thing is: an account is a member, the rules of a badge are its template's. */
const SAME_KINDS: Record<string, string> = {
  account: "member",
  learning_rule: "badge_template",
  learning_log: "learning_integration",
};

function kindOf({ action }: Pick<AuditEntryRow, "action">): string {
  const [kind = ""] = action.split(".", 1);
  return SAME_KINDS[kind] ?? kind;
}

/** Ids are positive 32-bit numbers; longer ones belong to nothing. */
const NUMBER_PATTERN = /^[1-9]\d{0,8}$/;

async function findNames(organizationId: string, kind: string, ids: string[]): Promise<Named[]> {
  const byNumber = FINDERS_BY_NUMBER[kind];
  if (byNumber) {
    const numbers = ids.filter((id) => NUMBER_PATTERN.test(id)).map(Number);
    return (await byNumber(organizationId, numbers)).map(({ id, name }) => ({ id: String(id), name }));
  }
  return (await FINDERS[kind]?.(organizationId, ids.filter(isUuid))) ?? [];
}

type Subject = Pick<AuditEntryRow, "action" | "subjectId">;

/** Returns the key of what an entry is about. Things of different kinds may have the same number. */
export const subjectKey = (entry: Subject): string => `${kindOf(entry)} ${entry.subjectId ?? ""}`;

/**
 * Finds the names of what these entries are about, by `subjectKey`, with one query for each kind of thing. What was
 * deleted since, and what belongs to another organization, has none.
 */
export async function findSubjectNames(
  organizationId: string,
  entries: Subject[],
): Promise<Map<string, string>> {
  const idsByKind = new Map<string, Set<string>>();
  for (const entry of entries) {
    if (entry.subjectId === null) continue;
    const kind = kindOf(entry);
    idsByKind.set(kind, (idsByKind.get(kind) ?? new Set()).add(entry.subjectId));
  }
  const found = await Promise.all(
    [...idsByKind].map(async ([kind, ids]) =>
      (await findNames(organizationId, kind, [...ids])).map(({ id, name }) => ({
        key: `${kind} ${id}`,
        name,
      })),
    ),
  );
  return new Map(found.flat().flatMap(({ key, name }) => (name === "" ? [] : [[key, name]])));
}

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

/** Builds a WITH clause member that inserts the audit entries whose subject is in `changedRows`, an earlier member. */
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
