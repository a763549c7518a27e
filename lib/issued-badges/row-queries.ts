import { db } from "@/lib/kernel/db";
import type { Prisma } from "@/prisma/generated/client";
import { badgeSelect, type BadgeRow } from "./serializer";

const { badgeTemplate, organization, ...ownSelect } = badgeSelect;

/** The organization sees what it issued, and what others issued from its templates. */
export const visibleTo = (organizationId: string): Prisma.IssuedBadgeWhereInput => ({
  deletedAt: null,
  OR: [{ organizationId }, { templateOrganizationId: organizationId }],
});

/** What badges have of others, when that is known before they are read: it then comes at the same time. */
export type Shared = { templateIds: string[]; organizationIds: string[] };

const findOwn = (where: Prisma.IssuedBadgeWhereInput) =>
  db().issuedBadge.findMany({ where, select: ownSelect, relationLoadStrategy: "join" });

type OwnRow = Awaited<ReturnType<typeof findOwn>>[number];

const distinct = (ids: string[]): string[] => [...new Set(ids)];

const sharedBy = (rows: OwnRow[]): Shared => ({
  templateIds: distinct(rows.map(({ badgeTemplateId }) => badgeTemplateId)),
  organizationIds: distinct(rows.map(({ organizationId }) => organizationId)),
});

async function findShared({ templateIds, organizationIds }: Shared) {
  const [templates, organizations] = await Promise.all([
    db().badgeTemplate.findMany({
      where: { id: { in: templateIds } },
      ...badgeTemplate,
      relationLoadStrategy: "join",
    }),
    db().organization.findMany({ where: { id: { in: organizationIds } }, ...organization }),
  ]);
  return {
    templateOf: new Map(templates.map((row) => [row.id, row])),
    organizationOf: new Map(organizations.map((row) => [row.id, row])),
  };
}

/**
 * Many badges, in no order. What they share is read once for all of them: a template has more columns than the badge,
 * and one statement for everything would fetch and decode it again for each.
 */
export async function findBadgeRows(
  where: Prisma.IssuedBadgeWhereInput,
  known?: Shared,
): Promise<BadgeRow[]> {
  const [rows, early] = await Promise.all([findOwn(where), known && findShared(known)]);
  const { templateOf, organizationOf } = early ?? (await findShared(sharedBy(rows)));
  return rows.flatMap((row) => {
    const [template, issuing] = [templateOf.get(row.badgeTemplateId), organizationOf.get(row.organizationId)];
    return template && issuing ? [{ ...row, badgeTemplate: template, organization: issuing }] : [];
  });
}
