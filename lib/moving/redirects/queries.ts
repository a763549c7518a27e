import { db } from "@/lib/kernel/db";

/** Finds what a record of another service became, in each organization that it was moved into; at most two. */
export async function findNewIds(kind: string, oldId: string): Promise<string[]> {
  const rows = await db().movedRecord.findMany({
    where: { kind, oldId, digest: { not: null } },
    select: { newId: true },
    take: 2,
  });
  return rows.map(({ newId }) => newId);
}

/** Finds the part of its organization in the address of a template's page. */
export async function findTemplateSlug(id: string): Promise<string | null> {
  const row = await db().badgeTemplate.findFirst({
    where: { id, deletedAt: null },
    select: { organization: { select: { vanitySlug: true } } },
  });
  return row?.organization.vanitySlug ?? null;
}
