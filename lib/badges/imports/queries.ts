import { db } from "@/lib/kernel/db";
import { takeNamedLock } from "@/lib/kernel/named-lock";
import { parseChoices } from "@/lib/kernel/list/filter-values";
import { textMatch, type Filters } from "@/lib/kernel/list/filter";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Sorts } from "@/lib/kernel/list/sort";
import type { Prisma } from "@/prisma/generated/client";
import { IMPORT_STATES } from "./schema";
import { importSelect, type ImportRecord } from "./serializer";

type Where = Prisma.BadgeImportWhereInput;
type Order = Prisma.BadgeImportOrderByWithRelationInput;

export const filters: Filters<Where> = {
  query: (value) => ({ fileName: textMatch(value) }),
  state: (value) => ({ state: { in: parseChoices("state", IMPORT_STATES, value) } }),
};

export const sorts: Sorts<Order> = { created_at: (direction) => ({ createdAt: direction }) };

export const findImportPage = (
  where: Where,
  order: Order[],
  page: PageRequest,
): Promise<Page<ImportRecord>> =>
  loadPage(
    page,
    db().badgeImport.findMany({
      where,
      select: importSelect,
      orderBy: [...order, { id: "desc" }],
      relationLoadStrategy: "join",
      ...toSkipTake(page),
    }),
    db().badgeImport.count({ where }),
  );

export const findImport = (organizationId: string, id: string): Promise<ImportRecord | null> =>
  db().badgeImport.findFirst({
    where: { organizationId, id },
    select: importSelect,
    relationLoadStrategy: "join",
  });

export const countImports = (organizationId: string): Promise<number> =>
  db().badgeImport.count({ where: { organizationId } });

/** Locks the number of imports of an organization until the transaction ends, so that requests at once exceed no limit. */
export const lockImports = (organizationId: string) => takeNamedLock(`badge_imports:${organizationId}`);

/** Locks an import until the commit. Returns false when there is none. */
export async function lockImport(organizationId: string, id: string): Promise<boolean> {
  const rows = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM badge_imports
    WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid FOR NO KEY UPDATE`;
  return rows.length > 0;
}

/**
 * Locks an import of any organization that is running or scheduled, because a message of the queue has only its id.
 * Returns null otherwise.
 */
export async function lockStartedImport(id: string): Promise<ImportRecord | null> {
  const rows = await db().$queryRaw<{ organizationId: string }[]>`
    SELECT organization_id AS "organizationId" FROM badge_imports
    WHERE id = ${id}::uuid AND state IN ('running', 'scheduled') FOR NO KEY UPDATE`;
  return rows[0] ? findImport(rows[0].organizationId, id) : null;
}

export const insertImport = (data: Prisma.BadgeImportUncheckedCreateInput) =>
  db().badgeImport.create({ data, select: { id: true } });

export const saveImport = (
  organizationId: string,
  id: string,
  data: Prisma.BadgeImportUncheckedUpdateInput,
): Promise<ImportRecord> =>
  db().badgeImport.update({
    where: { organizationId_id: { organizationId, id } },
    data,
    select: importSelect,
  });

export const deleteImportRecord = (organizationId: string, id: string) =>
  db().badgeImport.deleteMany({ where: { organizationId, id } });

/** Deletes at most `limit` imports that have not changed since `before` and are neither running nor scheduled. Returns how many. */
export const deleteImportsUnchangedSince = (before: Date, limit: number): Promise<number> =>
  db().$executeRaw`
    DELETE FROM badge_imports WHERE id IN (
      SELECT id FROM badge_imports WHERE updated_at < ${before}::timestamptz AND state NOT IN ('running', 'scheduled')
      ORDER BY updated_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
