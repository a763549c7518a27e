import { parseTemplateJson, TEMPLATE_COLUMNS, type TemplateJson } from "@/lib/badges/templates/json";
import { queryJson, db } from "@/lib/kernel/db";
import { createDateParser, selectedColumns, jsonRow } from "@/lib/kernel/json-rows";
import { parseUserJson, USER_COLUMNS } from "@/lib/identity/users/json";
import { Prisma, type OutboxState } from "@/prisma/generated/client";
import { badgeSelect, issuingOrganizationSelect, type BadgeRow } from "./serializer";
import { clock } from "@/lib/kernel/clock";
import { restartMessages } from "@/lib/kernel/outbox/restart";

/** The most rows that the count of one template has. */
const SLOTS = 16;

/** Slots of existing rows that no other transaction is changing. */
const freeSlotSql = Prisma.sql`
  SELECT slot FROM badge_template_issue_counts AS existing WHERE existing.badge_template_id = added.badge_template_id
  ORDER BY slot LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`;

/** Slots without a row. Connections begin at different slots, because they do not see each other's new rows. */
const unusedSlotSql = Prisma.sql`
  SELECT slot FROM generate_series(0, ${SLOTS - 1}::int) AS series (slot) WHERE NOT EXISTS (
    SELECT FROM badge_template_issue_counts AS existing
    WHERE existing.badge_template_id = added.badge_template_id AND existing.slot = series.slot)
  ORDER BY (slot + pg_backend_pid()) % ${SLOTS} LIMIT 1`;

/**
 * Returns the common table expressions `added` and `counted`, which add the rows (template, number) of the query
 * `changes` to the counts of issued badges. Each template's number is added to a row that no other transaction is
 * changing, or to a new one, so that issuing from a template does not wait for others who do the same. Templates are
 * counted in the order of their ids, so that statements with several templates cannot deadlock (decision 0091).
 */
export const countIssuedCte = (changes: Prisma.Sql): Prisma.Sql => Prisma.sql`
  added (badge_template_id, number) AS MATERIALIZED (${changes} ORDER BY 1), counted AS (
    INSERT INTO badge_template_issue_counts AS total (badge_template_id, slot, issued)
    SELECT badge_template_id, COALESCE((${freeSlotSql}), (${unusedSlotSql}), pg_backend_pid() % ${SLOTS}), number
    FROM added
    ON CONFLICT (badge_template_id, slot) DO UPDATE SET issued = total.issued + EXCLUDED.issued
  )`;

/** Changes the recipient of a badge that the transaction has locked. */
export const saveRecipient = (
  { id, organizationId }: { id: string; organizationId: string },
  recipient: { recipientEmail: string; userId: string | null; addressCorrectedAt: Date },
) =>
  db().issuedBadge.updateMany({
    where: { id, organizationId },
    data: { ...recipient, updatedAt: clock.now() },
  });

/** The newest mail about a pending badge at its current address. */
export type LastNotification = { id: string; requestedAt: Date; state: OutboxState };

export async function findLastNotification(
  badgeId: string,
  addressCorrectedAt: Date | null,
): Promise<LastNotification | null> {
  const corrected = addressCorrectedAt?.toISOString() ?? null;
  const rows = await db().$queryRaw<LastNotification[]>`
    SELECT id, COALESCE(restarted_at, created_at) AS "requestedAt", state FROM outbox_messages
    WHERE subject_id = ${badgeId}::uuid AND kind = 'mail'
      AND ((payload ->> 'template' = 'pending_badge' AND payload ->> 'address_corrected_at' IS NOT DISTINCT FROM ${corrected})
        OR (payload ->> 'template' = 'replaced_badge' AND ${corrected}::text IS NULL))
    ORDER BY 2 DESC, id DESC LIMIT 1`;
  return rows[0] ?? null;
}

/** Makes a mail that waits for its next attempt due at once. */
export const retryMailNow = (messageId: string) => restartMessages(Prisma.sql`SELECT ${messageId}::uuid`);

type Reminder = { id: string; organizationId: string; expiresAt: Date };

/**
 * Marks and returns up to `limit` accepted badges that expire between the two times, whose templates send reminders,
 * and for whose expiration none was sent yet: those of the templates of one organization, or of all (null). Two calls at
 * once share the badges without waiting for each other.
 */
export const claimReminders = (
  { after, until, organizationId }: { after: Date; until: Date; organizationId: string | null },
  limit: number,
) =>
  db().$queryRaw<Reminder[]>`
    UPDATE issued_badges AS badge SET expiry_reminded_for = expires_at
    WHERE badge.id = ANY (ARRAY(
      SELECT due.id FROM badge_templates AS template CROSS JOIN LATERAL (
        SELECT id FROM issued_badges
        WHERE badge_template_id = template.id AND state = 'accepted' AND deleted_at IS NULL
          AND expiry_reminded_for IS DISTINCT FROM expires_at AND expires_at > ${after} AND expires_at <= ${until}
        ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
      ) AS due
      WHERE template.send_expiring_badge_notifications AND template.deleted_at IS NULL
        ${organizationId ? Prisma.sql`AND template.organization_id = ${organizationId}::uuid` : Prisma.empty}
      LIMIT ${limit}
    ))
    RETURNING badge.id, organization_id AS "organizationId", expires_at AS "expiresAt"`;

const { sql, raw } = Prisma;

/** Matches badges that the organization issued, and those that others issued from its templates. */
export const visibleToWhere = (organizationId: string): Prisma.IssuedBadgeWhereInput => ({
  deletedAt: null,
  OR: [{ organizationId }, { templateOrganizationId: organizationId }],
});

const userJson = jsonRow(USER_COLUMNS, "users AS earner WHERE earner.id = badge.user_id");

const groupJson = jsonRow(
  `member_of.external_id AS "externalId", member_of.name`,
  `issuer_earner_groups AS member_of WHERE member_of.organization_id = badge.organization_id
     AND member_of.id = badge.issuer_earner_group_id`,
);

const BADGE = raw(
  `${selectedColumns("IssuedBadge", badgeSelect, "badge")}, ${userJson} AS "user", ${groupJson} AS "issuerEarnerGroup"`,
);
const TEMPLATE = raw(TEMPLATE_COLUMNS);
const ORGANIZATION = raw(selectedColumns("Organization", issuingOrganizationSelect, "organization"));

/**
 * The rows of a page: its badges, their templates, and the organizations that issued the badges or own the templates.
 */
export type PageIds = { ids: string[]; templateIds: string[]; organizationIds: string[] };

const rowsSql = (organizationId: string, { ids, templateIds, organizationIds }: PageIds): Prisma.Sql => sql`
  SELECT json_build_object(
    'badges', (SELECT COALESCE(json_agg(one), '[]') FROM (
      SELECT ${BADGE} FROM issued_badges AS badge
      WHERE badge.id = ANY (${ids}::uuid[]) AND badge.deleted_at IS NULL
        AND ${organizationId}::uuid IN (badge.organization_id, badge.template_organization_id)) AS one),
    'templates', (SELECT COALESCE(json_agg(one), '[]') FROM (
      SELECT ${TEMPLATE} FROM badge_templates AS template WHERE template.id = ANY (${templateIds}::uuid[])) AS one),
    'organizations', (SELECT COALESCE(json_agg(one), '[]') FROM (
      SELECT ${ORGANIZATION} FROM organizations AS organization
      WHERE organization.id = ANY (${organizationIds}::uuid[])) AS one))`;

type Organization = BadgeRow["organization"];
type PageJson = {
  badges: Omit<BadgeRow, "badgeTemplate" | "organization">[];
  templates: TemplateJson[];
  organizations: Organization[];
};

const withBadgeDates = createDateParser("IssuedBadge", badgeSelect);
const withOrganizationDates = createDateParser("Organization", issuingOrganizationSelect);

/**
 * Reads the badges of a page that the organization can still see, in no particular order, in one statement. Data that
 * they share is read once for all of them: a template has more columns than the badge.
 */
export async function findBadgeRows(organizationId: string, shown: PageIds): Promise<BadgeRow[]> {
  if (shown.ids.length === 0) return [];
  const found = await queryJson<PageJson>(rowsSql(organizationId, shown));
  if (!found) return [];
  const organizationById = new Map(found.organizations.map((row) => [row.id, withOrganizationDates(row)]));
  const templateById = new Map(
    found.templates.flatMap((row) => {
      const organization = organizationById.get(row.organizationId);
      return organization ? [[row.id, { ...parseTemplateJson(row), organization }]] : [];
    }),
  );
  return found.badges.flatMap((row) => {
    if (row.user) parseUserJson(row.user);
    const [badgeTemplate, organization] = [
      templateById.get(row.badgeTemplateId),
      organizationById.get(row.organizationId),
    ];
    return badgeTemplate && organization ? [{ ...withBadgeDates(row), badgeTemplate, organization }] : [];
  });
}
