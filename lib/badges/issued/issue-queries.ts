import type { NewAuditEntry } from "@/lib/access/audit/serializer";
import { buildAuditCte } from "@/lib/access/audit/service";
import { isIssuableBy, permits } from "@/lib/organizations/issuers/permission";
import { clock } from "@/lib/kernel/clock";
import { parseTemplateJson, TEMPLATE_COLUMNS } from "@/lib/badges/templates/json";
import { countIssuedCte } from "./row-queries";
import { listColumnNames } from "@/lib/kernel/columns";
import { db, queryJson } from "@/lib/kernel/db";
import { createDateParser, selectedColumns, jsonRow, jsonRows } from "@/lib/kernel/json-rows";
import { recordEventsCte, type NewEvent, type NewMessage } from "@/lib/platform/recording/record-events";
import { Prisma, type BadgeState } from "@/prisma/generated/client";
import { type badgeTemplateInBadgeSelect, issuingOrganizationSelect } from "./serializer";

/** The columns that issuing needs. A grantor's template includes the authorization of the issuer and the issuer itself. */
type IssuableSelect = Omit<typeof badgeTemplateInBadgeSelect, "organization"> & {
  organization: {
    select: typeof issuingOrganizationSelect & {
      authorizedIssuers: {
        select: { displayIssuerAs: true; issuer: { select: typeof issuingOrganizationSelect } };
      };
    };
  };
};

export type IssuableTemplate = Prisma.BadgeTemplateGetPayload<{ select: IssuableSelect }>;

const issuerJson = jsonRow(
  selectedColumns("Organization", issuingOrganizationSelect, "issuer"),
  "organizations AS issuer WHERE issuer.id = permission.issuer_id",
);
const permissionsJson = jsonRows(
  `permission.display_issuer_as AS "displayIssuerAs", ${issuerJson} AS issuer`,
  "issuer_authorizations AS permission WHERE permission.grantor_id = owner.id AND permission.issuer_id = caller.id",
);
const ownerJson = jsonRow(
  `${selectedColumns("Organization", issuingOrganizationSelect, "owner")}, ${permissionsJson} AS "authorizedIssuers"`,
  "organizations AS owner WHERE owner.id = template.organization_id",
);
const ISSUABLE_COLUMNS = Prisma.raw(`${TEMPLATE_COLUMNS}, ${ownerJson} AS organization`);

const withOrganizationDates = createDateParser("Organization", issuingOrganizationSelect);

function parseIssuableTemplate(row: IssuableTemplate): IssuableTemplate {
  withOrganizationDates(row.organization);
  for (const { issuer } of row.organization.authorizedIssuers) withOrganizationDates(issuer);
  return parseTemplateJson(row);
}

/**
 * Finds those of these templates that the organization may issue: its own, and those of grantors that allow it. As
 * JSON, because every issued badge runs it.
 */
export async function findIssuableTemplates(
  organizationId: string,
  ids: string[],
): Promise<IssuableTemplate[]> {
  const found = await queryJson<IssuableTemplate[]>(Prisma.sql`
    SELECT COALESCE(json_agg(one), '[]') FROM (
      SELECT ${ISSUABLE_COLUMNS} FROM badge_templates AS template, (SELECT ${organizationId}::uuid AS id) AS caller
      WHERE template.id = ANY (${ids}::uuid[]) AND template.deleted_at IS NULL AND ${isIssuableBy(organizationId)}
    ) AS one`);
  return (found ?? []).map(parseIssuableTemplate);
}

/** Finds a template that the organization may issue. */
export const findIssuableTemplate = async (
  organizationId: string,
  id: string,
): Promise<IssuableTemplate | null> => (await findIssuableTemplates(organizationId, [id]))[0] ?? null;

/** What `lock_badge_duplicates` compares. */
export type Candidate = {
  id: string;
  badge_template_id: string;
  recipient_email: string;
  user_id: string | null;
  issuer_earner_id: string | null;
};

export type Duplicate = {
  candidateId: string;
  id: string;
  organizationId: string;
  templateOrganizationId: string;
};

/** A badge that will be replaced, with its current values. */
export type BadgeToReplace = {
  id: string;
  organizationId: string;
  templateOrganizationId: string;
  recipientEmail: string;
  state: BadgeState;
  public: boolean;
  userId: string | null;
};

/** Locks the candidates and returns the badges that they duplicate, newest first. */
export const lockDuplicates = (candidates: Candidate[]) =>
  db().$queryRaw<Duplicate[]>`
    SELECT candidate_id AS "candidateId", badge_id AS id, organization_id AS "organizationId",
      template_organization_id AS "templateOrganizationId"
    FROM lock_badge_duplicates(${JSON.stringify(candidates)}::jsonb)
    ORDER BY created_at DESC, badge_id DESC`;

/**
 * Locks those of these badges that are still pending or accepted, ordered by id. To avoid deadlocks, a transaction
 * locks duplicates first, then badges, then templates and counts.
 */
export async function lockBadgesToReplace(ids: string[]): Promise<Map<string, BadgeToReplace>> {
  const rows = await db().$queryRaw<BadgeToReplace[]>`
    SELECT id, organization_id AS "organizationId", template_organization_id AS "templateOrganizationId",
      recipient_email AS "recipientEmail", state, public, user_id AS "userId"
    FROM issued_badges
    WHERE id = ANY (${ids}::uuid[]) AND state IN ('pending', 'accepted') AND deleted_at IS NULL
    ORDER BY id FOR UPDATE`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** Marks locked badges as replaced, each by its new one. */
export async function markReplaced(pairs: { id: string; replacement_badge_id: string }[]): Promise<void> {
  const now = clock.now();
  await db().$executeRaw`
    UPDATE issued_badges AS badge SET state = 'replaced', replacement_badge_id = pair.replacement_badge_id,
      state_updated_at = ${now}, updated_at = ${now}
    FROM jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) AS pair(id uuid, replacement_badge_id uuid)
    WHERE badge.id = pair.id`;
}

export type NewBadge = {
  /** All columns of issued_badges by their database names. */
  row: Record<string, unknown> & { id: string; badge_template_id: string };
  candidate: Candidate | null;
  group: { id: string; external_id: string; name: string } | null;
};

export type InsertResult = {
  issued: string[];
  /** When the transaction began. `creationTime` says how it affects the badge. */
  beganAt: Date;
  duplicates: string[];
  groups: { id: string; external_id: string; name: string }[];
};

/** How long before its transaction a badge may have been created. */
const MAX_CREATION_LEAD_MS = 1_000;

/**
 * Returns when a badge was created: when it was prepared. If the transaction began over a second later by the database's clock,
 * it is when that began, because a cursor scan may have passed the earlier time (lib/badges/issued/cursor-scan.ts).
 */
export const creationTime = (preparedAt: Date, beganAt: Date): Date =>
  beganAt.getTime() - preparedAt.getTime() > MAX_CREATION_LEAD_MS ? beganAt : preparedAt;

/** `creationTime` in SQL. The row needs `made_at` (when the badge was prepared) and `began_at`. */
const creationSql = Prisma.sql`CASE WHEN began_at - made_at > make_interval(secs => ${MAX_CREATION_LEAD_MS / 1000})
  THEN began_at ELSE made_at END`;

const badgeColumns = listColumnNames("IssuedBadge").map((name) => `"${name}"`);
// Named, so that columns which a later version has added get their defaults while both versions serve.
const BADGE_COLUMNS = Prisma.raw(badgeColumns.join(", "));
const COLUMNS_OF_BADGE = Prisma.raw(badgeColumns.map((name) => `badge.${name}`).join(", "));

/**
 * Issues badges of one organization in one statement: locks and finds duplicates (a volatile function, which sees
 * what was committed while it waited), accepts badges without duplicates whose template is still active and still
 * belongs to the organization or is allowed by a grantor, creates or finds the earner groups, inserts, counts, and
 * records `effects` (events, messages, audit entries) of the inserted badges. All of it is committed together.
 */
export async function insertBadges(
  issuerId: string,
  badges: NewBadge[],
  effects: { events: NewEvent[]; messages: NewMessage[]; audit: NewAuditEntry[] },
): Promise<InsertResult> {
  const items = JSON.stringify(badges);
  const candidates = JSON.stringify(badges.flatMap(({ candidate }) => candidate ?? []));
  const templates = [...new Set(badges.map(({ row }) => row.badge_template_id))];
  const rows = await db().$queryRaw<InsertResult[]>`
    WITH begun AS MATERIALIZED (
      SELECT date_trunc('milliseconds', now() + make_interval(secs => ${clock.offsetMs() / 1000})) AS began_at
    ), duplicate AS MATERIALIZED (
      SELECT candidate_id FROM lock_badge_duplicates(${candidates}::jsonb)
    ), permitted AS MATERIALIZED (
      SELECT template.id FROM badge_templates AS template
      JOIN issuer_authorizations AS permission ON ${permits(issuerId)}
      WHERE template.id = ANY (${templates}::uuid[]) FOR SHARE OF permission
    ), usable AS MATERIALIZED (
      SELECT id FROM badge_templates
      WHERE id = ANY (${templates}::uuid[]) AND state = 'active' AND deleted_at IS NULL
        AND (organization_id = ${issuerId}::uuid OR id IN (SELECT id FROM permitted)) FOR SHARE
    ), admitted AS MATERIALIZED (
      SELECT item FROM jsonb_array_elements(${items}::jsonb) AS item
      WHERE (item #>> '{row,id}')::uuid NOT IN (SELECT candidate_id FROM duplicate)
        AND (item #>> '{row,badge_template_id}')::uuid IN (SELECT id FROM usable)
    ), earner_group AS (
      INSERT INTO issuer_earner_groups (id, organization_id, external_id, name, created_at)
      SELECT DISTINCT ON (item #>> '{group,external_id}') (item #>> '{group,id}')::uuid,
        (item #>> '{row,organization_id}')::uuid, item #>> '{group,external_id}', item #>> '{group,name}',
        (item #>> '{row,created_at}')::timestamptz
      FROM admitted WHERE item ->> 'group' IS NOT NULL ORDER BY item #>> '{group,external_id}'
      ON CONFLICT (organization_id, external_id) DO UPDATE SET external_id = EXCLUDED.external_id
      RETURNING id, external_id, name
    ), issued AS (
      INSERT INTO issued_badges (${BADGE_COLUMNS})
      SELECT ${COLUMNS_OF_BADGE} FROM admitted
      LEFT JOIN earner_group ON earner_group.external_id = item #>> '{group,external_id}'
      CROSS JOIN begun CROSS JOIN LATERAL (SELECT (item #>> '{row,created_at}')::timestamptz AS made_at) AS made
      CROSS JOIN LATERAL jsonb_populate_record(NULL::issued_badges, (item -> 'row') || jsonb_build_object(
        'issuer_earner_group_id', earner_group.id, 'created_at', ${creationSql})) AS badge
      RETURNING id, badge_template_id
    ), ${countIssuedCte(Prisma.sql`SELECT badge_template_id, count(*)::int FROM issued GROUP BY 1`)}, ${buildAuditCte(effects.audit, Prisma.sql`issued`)}, ${recordEventsCte(effects.events, effects.messages, Prisma.sql`issued`)}
    SELECT COALESCE((SELECT json_agg(id) FROM issued), '[]') AS issued,
      (SELECT began_at FROM begun) AS "beganAt",
      COALESCE((SELECT json_agg(candidate_id) FROM duplicate), '[]') AS duplicates,
      COALESCE((SELECT json_agg(earner_group) FROM earner_group), '[]') AS groups`;
  return rows[0] ?? { issued: [], beganAt: clock.now(), duplicates: [], groups: [] };
}
