import { clock } from "@/lib/kernel/clock";
import { db, queryTextRows } from "@/lib/kernel/db";
import { recordEventsCte, type NewEvent } from "@/lib/platform/recording/record-events";
import { countIssuedCte, visibleToWhere } from "./row-queries";
import { Prisma, type BadgeState } from "@/prisma/generated/client";
import { badgeSelect, badgePageSelect, type BadgeRow, type BadgePageRow } from "./serializer";
import { textColumns } from "@/lib/kernel/json-rows";
import { PLAN_EACH_TIME } from "@/lib/kernel/statement-names";
import { type BulkTemplate, bulkFields, type BulkColumns, type BulkFormat } from "./bulk";
import type { Candidate, Duplicate } from "./issue-queries";
import type { DuplicateField } from "./duplicates";

/**
 * Finds the badges that these would duplicate, newest first, like `lock_badge_duplicates` but without locks. Each
 * part of the rule is looked up for one candidate by an index that covers it.
 */
export const findDuplicates = (candidates: Candidate[]) =>
  db().$queryRaw<(Duplicate & { field: DuplicateField })[]>`
    SELECT DISTINCT c.id AS "candidateId", held.id, held.organization_id AS "organizationId",
      held.template_organization_id AS "templateOrganizationId", held.created_at,
      CASE WHEN held.recipient_email = c.recipient_email THEN 'recipient_email'
        WHEN held.user_id = c.user_id THEN 'user_id' ELSE 'issuer_earner_id' END AS field
    FROM jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb)
      AS c(id uuid, badge_template_id uuid, recipient_email text, user_id uuid, issuer_earner_id text)
    CROSS JOIN LATERAL (
      SELECT b.* FROM issued_badges AS b
      WHERE b.badge_template_id = c.badge_template_id AND b.recipient_email = c.recipient_email
      UNION ALL
      SELECT b.* FROM issued_badges AS b
      WHERE b.badge_template_id = c.badge_template_id AND b.user_id = c.user_id
      UNION ALL
      SELECT b.* FROM issued_badges AS b
      WHERE b.badge_template_id = c.badge_template_id AND b.issuer_earner_id = c.issuer_earner_id
      OFFSET 0
    ) AS held
    WHERE held.state IN ('pending', 'accepted') AND held.deleted_at IS NULL
    ORDER BY held.created_at DESC, held.id DESC`;

const { sql, raw } = Prisma;

/** Transactions of this service end sooner (lib/kernel/db.ts). Other programs create no badges. */
export const MAX_TRANSACTION_MS = 60_000;

/**
 * Returns when the oldest open transaction began, by the clock of the database, or now when there is none. Call it
 * before rows are read: any transaction that the later statement does not see began after this time.
 */
export async function findOldestTransactionStart(): Promise<Date> {
  const rows = await db().$queryRaw<{ oldest: Date }[]>`
    SELECT LEAST(clock_timestamp(), min(xact_start)) AS oldest FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND xact_start > clock_timestamp() - make_interval(secs => ${MAX_TRANSACTION_MS / 1000}::int)`;
  return rows[0]?.oldest ?? new Date(0);
}

const COLUMNS: Record<BulkFormat, Prisma.Sql> = {
  minimal: raw(textColumns("IssuedBadge", bulkFields("minimal"), "badge")),
  default: raw(textColumns("IssuedBadge", bulkFields("default"), "badge")),
};

/** Builds a statement for the next badges in order of creation, at most `take`. */
export const batchSql = (
  organizationId: string,
  where: Prisma.Sql,
  { at, id }: { at: Date; id: string },
  take: number,
  format: BulkFormat,
): Prisma.Sql => sql`${raw(PLAN_EACH_TIME)}
  SELECT ${COLUMNS[format]} FROM issued_badges AS badge
  WHERE ${where} AND (badge.created_at, badge.id) > (${at.toISOString()}::timestamptz, ${id}::uuid)
  ORDER BY badge.created_at, badge.id LIMIT ${take}`;

/** Finds the next badges in order of creation, at most `take`. */
export const findBadgesAfter = (...what: Parameters<typeof batchSql>): Promise<BulkColumns[]> =>
  queryTextRows(batchSql(...what));

/** A name and the version of its row, from PostgreSQL's `xmin`. Data cached by version never goes stale. */
export type VersionedName = { id: string; name: string; version: string };

const toVersionMap = (rows: (string | null)[][]): Map<string, VersionedName> =>
  new Map((rows as [string, string, string][]).map(([id, name, version]) => [id, { id, name, version }]));

/** Finds the templates of a batch, by id. The version changes with every change of the template or its owner. */
export const findTemplateVersions = async (ids: string[]): Promise<Map<string, VersionedName>> =>
  toVersionMap(
    await queryTextRows(sql`
      SELECT template.id, template.name, concat_ws(' ', template.id, template.xmin, owner.xmin)
      FROM badge_templates AS template JOIN organizations AS owner ON owner.id = template.organization_id
      WHERE template.id = ANY (${ids}::uuid[])`),
  );

/** Finds the organizations that issued the badges of a batch, by id. */
export const findIssuerVersions = async (ids: string[]): Promise<Map<string, VersionedName>> =>
  toVersionMap(
    await queryTextRows(
      sql`SELECT id, name, concat_ws(' ', id, xmin) FROM organizations WHERE id = ANY (${ids}::uuid[])`,
    ),
  );

/**
 * Finds templates with what the default format shows, by id. Read as one JSON text for speed: there can be thousands.
 */
export async function findBulkTemplates(ids: string[]): Promise<Map<string, BulkTemplate>> {
  if (ids.length === 0) return new Map();
  const [row] = await db().$queryRaw<{ templates: string }[]>`
    SELECT COALESCE(json_agg(used), '[]')::text AS templates FROM (
      SELECT template.id, template.name, template.organization_id, template.description,
        template.global_activity_url, template.state, template.public, template.vanity_slug, template.image_id,
        template.state_updated_at, template.created_at, template.updated_at, owner.name AS organization_name
      FROM badge_templates AS template JOIN organizations AS owner ON owner.id = template.organization_id
      WHERE template.id = ANY (${ids}::uuid[])
    ) AS used`;
  const templates = JSON.parse(row?.templates ?? "[]") as BulkTemplate[];
  return new Map(templates.map((template) => [template.id, template]));
}

/**
 * Number of badges in one state that were issued on one day (`YYYY-MM-DD`). The day is empty in a total over all
 * days.
 */
export type BadgeCount = { day: string; state: BadgeState; badges: number };

/**
 * Counts an organization's badges by state, from the stored counts and the changes not yet folded into them. Reads
 * both by key, so the number of badges does not matter. `period` has the first and last day, both included. Null
 * counts all days together.
 */
export function countBadges(
  organizationId: string,
  period: { from: string; to: string } | null,
): Promise<BadgeCount[]> {
  const periodCondition = period
    ? Prisma.sql`AND day BETWEEN ${period.from}::date AND ${period.to}::date`
    : Prisma.empty;
  const dayColumn = period ? Prisma.sql`day::text` : Prisma.sql`''`;
  return db().$queryRaw<BadgeCount[]>`
    SELECT ${dayColumn} AS day, state, sum(badges)::int AS badges FROM (
      SELECT day, state, badges FROM badge_day_counts WHERE organization_id = ${organizationId}::uuid ${periodCondition}
      UNION ALL
      SELECT day, state, badges FROM badge_day_changes WHERE organization_id = ${organizationId}::uuid ${periodCondition}
    ) AS counted GROUP BY 1, 2 HAVING sum(badges) <> 0 ORDER BY 1, 2`;
}

/**
 * Folds up to `limit` changes into the counts in one statement, so that a sum never misses a change or counts it
 * twice. Returns how many. Two calls at once would lock the counts in different orders, so one of them does nothing.
 */
export async function foldChanges(limit: number): Promise<number> {
  const rows = await db().$queryRaw<{ folded: number }[]>`
    WITH turn AS MATERIALIZED (
      SELECT pg_try_advisory_xact_lock(hashtextextended('fold_badge_day_changes', 0)) AS is_mine
    ), taken AS (
      DELETE FROM badge_day_changes
      WHERE (SELECT is_mine FROM turn)
        AND id = ANY (ARRAY(SELECT id FROM badge_day_changes ORDER BY id LIMIT ${limit}))
      RETURNING organization_id, day, state, badges
    ), folded AS (
      INSERT INTO badge_day_counts AS kept (organization_id, day, state, badges)
      SELECT organization_id, day, state, sum(badges) FROM taken GROUP BY 1, 2, 3
      ON CONFLICT (organization_id, day, state) DO UPDATE SET badges = kept.badges + EXCLUDED.badges
    )
    SELECT count(*)::int AS folded FROM taken`;
  return rows[0]?.folded ?? 0;
}

/**
 * Locks the pending badges without an account at these addresses, in the common lock order of badges. Returns how
 * many.
 */
export async function lockUnclaimedBadges(addresses: string[]): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int FROM (
      SELECT id FROM issued_badges
      WHERE recipient_email = ANY (${addresses}::text[]) AND user_id IS NULL AND state = 'pending' AND deleted_at IS NULL
      ORDER BY id FOR UPDATE) AS locked`;
  return row?.count ?? 0;
}

const pendingAtAddress = (userId: string, address: string) =>
  ({ recipientEmail: address, userId, state: "pending", deletedAt: null }) as const;

/** Locks the pending badges of an account that were sent to this address, in the common lock order of badges. */
export const lockPendingBadges = (userId: string, address: string) =>
  db().$queryRaw`
    SELECT count(*)::int FROM (
      SELECT id FROM issued_badges
      WHERE recipient_email = ${address} AND user_id = ${userId}::uuid AND state = 'pending' AND deleted_at IS NULL
      ORDER BY id FOR UPDATE) AS locked`;

/** The columns needed for events about a changed owner or visibility. */
const visibilitySelect = {
  id: true,
  organizationId: true,
  templateOrganizationId: true,
  recipientEmail: true,
  state: true,
  public: true,
  userId: true,
} as const;

/** Removes the account from its pending badges that were sent to this address. Returns the updated badges. */
export const detachPendingBadges = (userId: string, address: string) =>
  db().issuedBadge.updateManyAndReturn({
    where: pendingAtAddress(userId, address),
    data: { userId: null, updatedAt: clock.now() },
    select: visibilitySelect,
  });

/** Assigns the pending badges without an account at these addresses to this account. Returns the updated badges. */
export const attachBadges = (userId: string, addresses: string[]) =>
  db().issuedBadge.updateManyAndReturn({
    where: { recipientEmail: { in: addresses }, userId: null, state: "pending", deletedAt: null },
    data: { userId, updatedAt: clock.now() },
    select: visibilitySelect,
  });

/** Makes up to `limit` accepted, public badges of an account private. Returns the updated badges. */
export async function hideBadges(userId: string, limit: number) {
  const where = { userId, state: "accepted", public: true, deletedAt: null } as const;
  const rows = await db().issuedBadge.findMany({
    where,
    select: { id: true },
    orderBy: { id: "asc" },
    take: limit,
  });
  return db().issuedBadge.updateManyAndReturn({
    where: { ...where, id: { in: rows.map(({ id }) => id) } },
    data: { public: false, updatedAt: clock.now() },
    select: visibilitySelect,
  });
}

export const findBadge = (organizationId: string, id: string): Promise<BadgeRow | null> =>
  db().issuedBadge.findFirst({
    where: { id, ...visibleToWhere(organizationId) },
    select: badgeSelect,
    relationLoadStrategy: "join",
  });

/** Finds a badge by its id only. The caller decides who may see it: its earner, the public page. */
export const findBadgeById = (id: string): Promise<BadgePageRow | null> =>
  db().issuedBadge.findFirst({
    where: { id, deletedAt: null },
    select: badgePageSelect,
    relationLoadStrategy: "join",
  });

/** Finds badges for their events, deleted ones included. */
export const findBadgesForEvents = (ids: string[]): Promise<BadgeRow[]> =>
  db().issuedBadge.findMany({
    where: { id: { in: ids } },
    select: badgeSelect,
    relationLoadStrategy: "join",
  });

type StateUpdate = {
  state: BadgeState;
  userId?: string;
  public?: boolean;
  replacementBadgeId?: string;
  revocationReason?: string;
};

/** The values of a badge before a change. */
export type BadgeBefore = {
  state: BadgeState;
  public: boolean;
  userId: string | null;
  addressCorrectedAt: Date | null;
  erasedAt: Date | null;
};

const BEFORE_COLUMNS = Prisma.raw(
  `state, public, user_id AS "userId", address_corrected_at AS "addressCorrectedAt", erased_at AS "erasedAt"`,
);

/** Locks a badge and returns its values. Null when it is deleted. */
export async function lockBadge(id: string): Promise<BadgeBefore | null> {
  const rows = await db().$queryRaw<BadgeBefore[]>`
    SELECT ${BEFORE_COLUMNS} FROM issued_badges
    WHERE id = ${id}::uuid AND deleted_at IS NULL FOR UPDATE`;
  return rows[0] ?? null;
}

/**
 * Changes the state of a badge from one of the states `from` and returns its values before. Null when it was in
 * another state. Needs a transaction: the badge is locked, so that the returned values are those that were changed.
 */
export async function changeState(
  { id, organizationId }: { id: string; organizationId: string },
  from: readonly BadgeState[],
  change: StateUpdate,
): Promise<BadgeBefore | null> {
  const [before] = await db().$queryRaw<BadgeBefore[]>`
    SELECT ${BEFORE_COLUMNS} FROM issued_badges
    WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid AND deleted_at IS NULL FOR UPDATE`;
  if (!before || !from.includes(before.state)) return null;
  const now = clock.now();
  const accepted = change.state === "accepted" ? { acceptedAt: now } : {};
  const { count } = await db().issuedBadge.updateMany({
    where: { id, organizationId, state: before.state },
    data: { ...change, ...accepted, stateUpdatedAt: now, updatedAt: now },
  });
  return count === 1 ? before : null;
}

/**
 * Deletes a badge, subtracts it from its template's count and records `events`, in one statement. Returns false when
 * it was already deleted.
 */
export async function markBadgeDeleted(
  { id, organizationId }: { id: string; organizationId: string },
  events: NewEvent[],
): Promise<boolean> {
  const now = clock.now();
  const rows = await db().$queryRaw<{ id: string }[]>`
    WITH deleted AS (
      UPDATE issued_badges SET deleted_at = ${now}, updated_at = ${now}
      WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid AND deleted_at IS NULL
      RETURNING id, badge_template_id
    ), ${countIssuedCte(Prisma.sql`SELECT badge_template_id, -1 FROM deleted`)}, ${recordEventsCte(events, [], Prisma.sql`deleted`)}
    SELECT id FROM deleted`;
  return rows.length === 1;
}

const MAX_CHAIN_LENGTH = 1_000;

/**
 * Finds the badge at the end of a chain of replacements, across deleted ones too. Null when that badge is deleted or,
 * with `organizationId`, not visible to that organization. A chain longer than the bound ends at its last badge
 * within the bound.
 */
export async function findNewestBadge(id: string, organizationId: string | null): Promise<string | null> {
  const visible = organizationId
    ? Prisma.sql`AND ${organizationId}::uuid IN (organization_id, template_organization_id)`
    : Prisma.empty;
  const rows = await db().$queryRaw<{ id: string }[]>`
    WITH RECURSIVE chain AS (
      SELECT id, replacement_badge_id, 0 AS step FROM issued_badges WHERE id = ${id}::uuid
      UNION ALL
      SELECT next.id, next.replacement_badge_id, step + 1
      FROM chain JOIN issued_badges AS next ON next.id = chain.replacement_badge_id
      WHERE step < ${MAX_CHAIN_LENGTH}
    )
    SELECT id FROM issued_badges
    WHERE id = (SELECT id FROM chain WHERE step > 0 ORDER BY step DESC LIMIT 1)
      AND deleted_at IS NULL ${visible}`;
  return rows[0]?.id ?? null;
}

/**
 * What of a newest badge is public: its page, or that it was revoked. One that its earner never accepted never was.
 * `readBadgePageStatus` decides so for the page of a badge.
 */
const IS_PUBLIC_SUCCESSOR = Prisma.sql`(badge.state = 'accepted' AND badge.public AND person.deleted_at IS NULL
  OR badge.state = 'revoked' AND badge.accepted_at IS NOT NULL)`;

/**
 * Finds the badges at the ends of the chains of replacements, as `findNewestBadge` does, by the ids of these. Badges
 * whose newest one was deleted or is not public are left out.
 */
export async function findNewestPublicBadges(ids: string[]): Promise<Map<string, string>> {
  const rows = await db().$queryRaw<{ origin: string; id: string }[]>`
    WITH RECURSIVE chain AS (
      SELECT id AS origin, id, replacement_badge_id, 0 AS step FROM issued_badges WHERE id = ANY (${ids}::uuid[])
      UNION ALL
      SELECT chain.origin, next.id, next.replacement_badge_id, step + 1
      FROM chain JOIN issued_badges AS next ON next.id = chain.replacement_badge_id
      WHERE step < ${MAX_CHAIN_LENGTH}
    ), newest AS (
      SELECT DISTINCT ON (origin) origin, id FROM chain WHERE step > 0 ORDER BY origin, step DESC
    )
    SELECT newest.origin, newest.id FROM newest JOIN issued_badges AS badge ON badge.id = newest.id
    LEFT JOIN users AS person ON person.id = badge.user_id
    WHERE badge.deleted_at IS NULL AND ${IS_PUBLIC_SUCCESSOR}`;
  return new Map(rows.map(({ origin, id }) => [origin, id]));
}
