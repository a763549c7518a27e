import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { booleanValue, calendarDay, idList, notAfter, notBefore, oneOf } from "@/lib/kernel/list/criteria";
import { commaList, escapeLike, textMatch, type Filters } from "@/lib/kernel/list/filter";
import { slice, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Sorts } from "@/lib/kernel/list/sort";
import { recordParts, type NewEvent, type NewMessage } from "@/lib/kernel/outbox/record";
import { Prisma, type BadgeState } from "@/prisma/generated/client";
import { BADGE_STATES } from "./schema";
import { badgeSelect, badgeTemplateInBadgeSelect, type BadgeRow } from "./serializer";

type Where = Prisma.IssuedBadgeWhereInput;
type Order = Prisma.IssuedBadgeOrderByWithRelationInput;

const contains = (value: string) => ({ contains: escapeLike(value), mode: "insensitive" as const });

const addressOf = (value: string): string => value.trim().toLowerCase();

export const filters: Filters<Where> = {
  query: (value) => ({ OR: [{ issuedTo: contains(value) }, { recipientEmail: contains(value) }] }),
  state: (value) => ({ state: { in: oneOf("state", BADGE_STATES, value) } }),
  user_id: (value) => ({ userId: { in: idList("user_id", value) } }),
  issued_at_min: (value) => ({ issuedAt: notBefore("issued_at_min", value) }),
  issued_at_max: (value) => ({ issuedAt: notAfter("issued_at_max", value) }),
  issued_at_date_min: (value) => ({ issuedAtDate: { gte: calendarDay("issued_at_date_min", value) } }),
  issued_at_date_max: (value) => ({ issuedAtDate: { lte: calendarDay("issued_at_date_max", value) } }),
  issuer_id: (value) => ({ organizationId: { in: idList("issuer_id", value) } }),
  issuer_earner_id: (value) => ({ issuerEarnerId: value }),
  public: (value) => ({ public: booleanValue("public", value) }),
  "badge_templates[owner_id]": (value) => ({
    templateOrganizationId: { in: idList("badge_templates[owner_id]", value) },
  }),
  "badge_templates[name]": (value) => ({ badgeTemplate: { name: textMatch(value) } }),
  "badge_templates[reporting_tags]": (value) => ({
    badgeTemplate: { reportingTags: { hasSome: commaList(value) } },
  }),
  "badge_templates[skills]": (value) => ({ badgeTemplate: { skills: { hasSome: commaList(value) } } }),
  created_at_min: (value) => ({ createdAt: notBefore("created_at_min", value) }),
  created_at_max: (value) => ({ createdAt: notAfter("created_at_max", value) }),
  // A lower bound includes the badges that never expire (specification).
  expires_at_min: (value) => ({
    OR: [{ expiresAt: notBefore("expires_at_min", value) }, { expiresAt: null }],
  }),
  expires_at_date_min: (value) => ({
    OR: [{ expiresAtDate: { gte: calendarDay("expires_at_date_min", value) } }, { expiresAtDate: null }],
  }),
  expires_at_max: (value) => ({ expiresAt: notAfter("expires_at_max", value) }),
  expires_at_date_max: (value) => ({ expiresAtDate: { lte: calendarDay("expires_at_date_max", value) } }),
  state_updated_at_min: (value) => ({ stateUpdatedAt: notBefore("state_updated_at_min", value) }),
  state_updated_at_max: (value) => ({ stateUpdatedAt: notAfter("state_updated_at_max", value) }),
  updated_at_min: (value) => ({ updatedAt: notBefore("updated_at_min", value) }),
  updated_at_max: (value) => ({ updatedAt: notAfter("updated_at_max", value) }),
  badge_template_id: (value) => ({ badgeTemplateId: { in: idList("badge_template_id", value) } }),
  recipient_email: (value) => ({ recipientEmail: addressOf(value) }),
  recipient_email_all: (value) => ({
    OR: [
      { recipientEmail: addressOf(value) },
      { user: { emails: { some: { email: addressOf(value), confirmedAt: { not: null } } } } },
    ],
  }),
};

export const sorts: Sorts<Order> = {
  created_at: (direction) => ({ createdAt: direction }),
  issued_at: (direction) => ({ issuedAt: direction }),
  state_updated_at: (direction) => ({ stateUpdatedAt: direction }),
  "badge_templates[name]": (direction) => ({ badgeTemplate: { name: direction } }),
  // The names that the badge was issued to: an earner without an account yet has no others.
  "users[first_name]": (direction) => ({ issuedToFirstName: direction }),
  "users[last_name]": (direction) => ({ issuedToLastName: direction }),
};

export async function findBadgePage(
  where: Where,
  order: Order[],
  page: PageRequest,
): Promise<Page<BadgeRow>> {
  const [rows, total] = await Promise.all([
    db().issuedBadge.findMany({
      where,
      select: badgeSelect,
      orderBy: [...order, { id: "desc" }],
      relationLoadStrategy: "join",
      ...slice(page),
    }),
    db().issuedBadge.count({ where }),
  ]);
  return { ...page, rows, total };
}

/** The organization sees what it issued, and what others issued from its templates. */
const visibleTo = (organizationId: string): Where => ({
  deletedAt: null,
  OR: [{ organizationId }, { templateOrganizationId: organizationId }],
});

export const findBadge = (organizationId: string, id: string): Promise<BadgeRow | null> =>
  db().issuedBadge.findFirst({
    where: { id, ...visibleTo(organizationId) },
    select: badgeSelect,
    relationLoadStrategy: "join",
  });

/** A badge by its id alone: for its earner and for the public page, which decide themselves who may see it. */
export const findBadgeById = (id: string): Promise<BadgeRow | null> =>
  db().issuedBadge.findFirst({
    where: { id, deletedAt: null },
    select: badgeSelect,
    relationLoadStrategy: "join",
  });

/** Badges as their events show them: deleted ones too. */
export const findBadgesForEvents = (ids: string[]): Promise<BadgeRow[]> =>
  db().issuedBadge.findMany({
    where: { id: { in: ids } },
    select: badgeSelect,
    relationLoadStrategy: "join",
  });

export const findIssuableTemplate = (organizationId: string, id: string) =>
  db().badgeTemplate.findFirst({
    where: { id, organizationId, deletedAt: null },
    select: badgeTemplateInBadgeSelect,
    relationLoadStrategy: "join",
  });

export type IssuableTemplate = Prisma.BadgeTemplateGetPayload<{ select: typeof badgeTemplateInBadgeSelect }>;

/** What `lock_badge_duplicates` compares; null when duplicates are allowed, and then nothing is locked. */
export type Candidate = {
  id: string;
  badge_template_id: string;
  recipient_email: string;
  user_id: string | null;
  issuer_earner_id: string | null;
};

export type Duplicate = { id: string; organizationId: string; templateOrganizationId: string };

/** Takes the locks of a candidate and returns the held badges that it duplicates, newest first. */
export const lockDuplicates = (candidate: Candidate) =>
  db().$queryRaw<Duplicate[]>`
    SELECT badge_id AS id, organization_id AS "organizationId", template_organization_id AS "templateOrganizationId"
    FROM lock_badge_duplicates(${JSON.stringify([candidate])}::jsonb)
    ORDER BY created_at DESC, badge_id DESC`;

export type NewBadge = {
  /** Every column of issued_badges, by its own name. */
  row: Record<string, unknown> & { id: string; badge_template_id: string };
  candidate: Candidate | null;
  group: { id: string; external_id: string; name: string } | null;
};

export type Inserted = {
  issued: string[];
  duplicates: string[];
  groups: { id: string; external_id: string; name: string }[];
};

/**
 * Issues badges in one statement: locks and looks for duplicates (a volatile function, whose look sees what was
 * committed while it waited), admits what is free and whose template is still active, makes or finds the earner
 * groups, inserts, counts, and records `follows` (events and messages) of what was inserted. Nothing of it can be
 * there without the rest.
 */
export async function insertBadges(
  badges: NewBadge[],
  follows: { events: NewEvent[]; messages: NewMessage[] },
): Promise<Inserted> {
  const items = JSON.stringify(badges);
  const candidates = JSON.stringify(badges.flatMap(({ candidate }) => candidate ?? []));
  const templates = [...new Set(badges.map(({ row }) => row.badge_template_id))];
  const rows = await db().$queryRaw<Inserted[]>`
    WITH duplicate AS MATERIALIZED (
      SELECT candidate_id FROM lock_badge_duplicates(${candidates}::jsonb)
    ), usable AS MATERIALIZED (
      SELECT id FROM badge_templates
      WHERE id = ANY (${templates}::uuid[]) AND state = 'active' AND deleted_at IS NULL FOR SHARE
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
      INSERT INTO issued_badges
      SELECT badge.* FROM admitted
      LEFT JOIN earner_group ON earner_group.external_id = item #>> '{group,external_id}'
      CROSS JOIN LATERAL jsonb_populate_record(NULL::issued_badges,
        (item -> 'row') || jsonb_build_object('issuer_earner_group_id', earner_group.id)) AS badge
      RETURNING id, badge_template_id
    ), counted AS (
      UPDATE badge_template_counts AS total SET issued = total.issued + added.number
      FROM (SELECT badge_template_id, count(*)::int AS number FROM issued GROUP BY 1 ORDER BY 1) AS added
      WHERE total.badge_template_id = added.badge_template_id
    ), ${recordParts(follows.events, follows.messages, Prisma.sql`issued`)}
    SELECT COALESCE((SELECT json_agg(id) FROM issued), '[]') AS issued,
      COALESCE((SELECT json_agg(candidate_id) FROM duplicate), '[]') AS duplicates,
      COALESCE((SELECT json_agg(earner_group) FROM earner_group), '[]') AS groups`;
  return rows[0] ?? { issued: [], duplicates: [], groups: [] };
}

/** Moves a badge from one of the states `from`; false when it was in another one. */
export async function moveState(
  id: string,
  from: readonly BadgeState[],
  change: { state: BadgeState; userId?: string; public?: boolean; replacementBadgeId?: string },
): Promise<boolean> {
  const now = clock.now();
  const { count } = await db().issuedBadge.updateMany({
    where: { id, state: { in: [...from] }, deletedAt: null },
    data: { ...change, stateUpdatedAt: now, updatedAt: now },
  });
  return count === 1;
}
