import { db } from "@/lib/kernel/db";

/**
 * Finds what a record of another service became, in each organization that the operator moved it into; at most two. What
 * organizations move in by themselves leads nowhere: a source may claim any id.
 */
export async function findNewIds(kind: string, oldId: string): Promise<string[]> {
  const rows = await db().movedRecord.findMany({
    where: { kind, oldId, digest: { not: null }, isVouched: true },
    select: { newId: true },
    take: 2,
  });
  return rows.map(({ newId }) => newId);
}

/**
 * Whether something here has this id, whatever became of it. Its address must not lead to the record of somebody else that
 * had the same id at another service.
 */
export async function isIdTaken(kind: "issued_badge" | "badge_template" | "organization", id: string) {
  const [where, select] = [{ id }, { id: true }];
  if (kind === "issued_badge") return (await db().issuedBadge.findUnique({ where, select })) !== null;
  if (kind === "badge_template") return (await db().badgeTemplate.findUnique({ where, select })) !== null;
  return (await db().organization.findUnique({ where, select })) !== null;
}

/** Finds the part of its organization in the address of a template's page. */
export async function findTemplateSlug(id: string): Promise<string | null> {
  const row = await db().badgeTemplate.findFirst({
    where: { id, deletedAt: null },
    select: { organization: { select: { vanitySlug: true } } },
  });
  return row?.organization.vanitySlug ?? null;
}
