import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import type { Filters } from "@/lib/kernel/list/filter";
import { parseChoices, parseIdList } from "@/lib/kernel/list/filter-values";
import { idCondition, idOrder, type IdBatch } from "@/lib/kernel/list/id-batch";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Sorts } from "@/lib/kernel/list/sort";
import type { EndorsementState, Prisma } from "@/prisma/generated/client";
import { MAX_ENDORSEMENTS } from "@/lib/credentials/signed-credentials/serializer";
import { ENDORSEMENT_STATES } from "./choices";
import {
  endorsementSelect,
  publicEndorsementSelect,
  publishedSelect,
  statementSelect,
  type EndorsementRow,
  type PublishedRow,
  type StatementRow,
} from "./serializer";

type Where = Prisma.EndorsementWhereInput;
type Order = Prisma.EndorsementOrderByWithRelationInput;

/** Which endorsements an organization sees: those that it gave, and those of its badges. */
const visibleTo = (organizationId: string): Where => ({
  OR: [{ organizationId }, { templateOrganizationId: organizationId }],
});

export const filters = (organizationId: string): Filters<Where> => ({
  direction: (value) => ({
    OR: parseChoices("direction", ["given", "received"], value).map((direction) =>
      direction === "given" ? { organizationId } : { templateOrganizationId: organizationId },
    ),
  }),
  state: (value) => ({ state: { in: parseChoices("state", ENDORSEMENT_STATES, value) } }),
  badge_template_id: (value) => ({ badgeTemplateId: { in: parseIdList("badge_template_id", value) } }),
});

export const sorts: Sorts<Order> = { created_at: (direction) => ({ createdAt: direction }) };

const withViewer =
  (viewerId: string) =>
  <Row extends object>(row: Row): Row & { viewerId: string } => ({ ...row, viewerId });

export async function findEndorsementPage(
  organizationId: string,
  filter: Where[],
  order: Order[],
  page: PageRequest,
): Promise<Page<EndorsementRow>> {
  const where = { AND: [visibleTo(organizationId), ...filter] };
  const found = await loadPage(
    page,
    db().endorsement.findMany({
      where,
      select: endorsementSelect,
      orderBy: [...order, { id: "desc" }],
      relationLoadStrategy: "join",
      ...toSkipTake(page),
    }),
    db().endorsement.count({ where }),
  );
  return { ...found, rows: found.rows.map(withViewer(organizationId)) };
}

export async function findEndorsement(organizationId: string, id: string): Promise<EndorsementRow | null> {
  const row = await db().endorsement.findFirst({
    where: { id, ...visibleTo(organizationId) },
    select: endorsementSelect,
    relationLoadStrategy: "join",
  });
  return row && withViewer(organizationId)(row);
}

/** Finds an active, public template; null for any other template. */
export const findPublicTemplate = (id: string): Promise<{ organizationId: string; name: string } | null> =>
  db().badgeTemplate.findFirst({
    where: { id, state: "active", public: true, deletedAt: null },
    select: { organizationId: true, name: true },
  });

/** Whether the owner of a badge has declined an endorsement by this organization since then. */
export const wasDeclinedSince = async (
  organizationId: string,
  badgeTemplateId: string,
  since: Date,
): Promise<boolean> =>
  (await db().endorsement.findFirst({
    where: { organizationId, badgeTemplateId, state: "declined", stateUpdatedAt: { gte: since } },
    select: { id: true },
  })) !== null;

/** Stores an offer. Returns false when the organization already endorses the badge, or offers to. */
export async function insertEndorsement(
  data: Omit<Prisma.EndorsementCreateManyInput, "state" | "createdAt" | "stateUpdatedAt">,
): Promise<boolean> {
  const now = clock.now();
  const row = { ...data, state: "offered" as const, createdAt: now, stateUpdatedAt: now };
  return (await db().endorsement.createMany({ data: [row], skipDuplicates: true })).count > 0;
}

/** Changes the state of an endorsement that is in one of these states; false when it is in another one. */
export async function changeState(
  where: { id: string; organizationId: string } | { id: string; templateOrganizationId: string },
  from: EndorsementState[],
  to: EndorsementState,
): Promise<boolean> {
  const { count } = await db().endorsement.updateMany({
    where: { ...where, state: { in: from } },
    data: { state: to, stateUpdatedAt: clock.now() },
  });
  return count > 0;
}

/**
 * Locks the badge of an endorsement against other acceptances, but not against badges being issued. Returns how many
 * accepted endorsements it has; null when it was deleted.
 */
export async function lockAcceptedCount(organizationId: string, id: string): Promise<number | null> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT template.id FROM endorsements AS endorsement
    JOIN badge_templates AS template ON template.id = endorsement.badge_template_id
    WHERE endorsement.id = ${id}::uuid AND endorsement.template_organization_id = ${organizationId}::uuid
      AND template.deleted_at IS NULL
    FOR NO KEY UPDATE OF template`;
  const badgeTemplateId = rows[0]?.id;
  return badgeTemplateId === undefined
    ? null
    : db().endorsement.count({ where: { badgeTemplateId, state: "accepted" } });
}

/** Finds what an endorsement says, to sign it. */
export const findStatement = (id: string): Promise<StatementRow | null> =>
  db().endorsement.findUnique({ where: { id }, select: statementSelect, relationLoadStrategy: "join" });

export const saveSigned = (
  id: string,
  data: { document: string; tokenHeader: string; tokenSignature: Uint8Array<ArrayBuffer> },
) => db().endorsement.update({ where: { id }, data, select: { id: true } });

export const findPublished = (id: string): Promise<PublishedRow | null> =>
  db().endorsement.findUnique({ where: { id }, select: publishedSelect });

/** Finds the accepted endorsements of a badge, the oldest first. */
export const findPublicEndorsements = (badgeTemplateId: string) =>
  db().endorsement.findMany({
    where: { badgeTemplateId, state: "accepted" },
    select: publicEndorsementSelect,
    orderBy: [{ stateUpdatedAt: "asc" }, { id: "asc" }],
    take: MAX_ENDORSEMENTS,
    relationLoadStrategy: "join",
  });

/** A published endorsement, with when it was accepted. */
export type ListedEndorsement = { id: string; acceptedAt: Date };

/** Finds published endorsements of all organizations, in the order of ids. */
export const findListedEndorsements = (batch: IdBatch): Promise<ListedEndorsement[]> =>
  db().$queryRaw<ListedEndorsement[]>`
    SELECT endorsement.id, endorsement.state_updated_at AS "acceptedAt" FROM endorsements AS endorsement
    WHERE ${idCondition("endorsement.id", batch)} AND endorsement.state = 'accepted'
    ${idOrder("endorsement.id", batch)}`;
