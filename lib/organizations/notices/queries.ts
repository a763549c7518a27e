import { db } from "@/lib/kernel/db";
import { newId } from "@/lib/kernel/ids";
import type { Filters } from "@/lib/kernel/list/filter";
import { parseBooleanFilter } from "@/lib/kernel/list/filter-values";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import { Prisma } from "@/prisma/generated/client";
import type { NoticeKind } from "./choices";
import { noticeSelect, type NoticeRow } from "./serializer";

// Each query goes through its table by id, and leaves out what members already have a notice of. Test organizations get no
// such notices: moving their time would make them again and again.

const { sql } = Prisma;

/** What is searched: at most `limit` rows above an id, at a moment. */
export type Search = { after: string; now: Date; limit: number };

const DAY_MS = 86_400_000;
/** Days before the end of a token or certificate at which its notices are made. */
const STAGES = { early: 14, late: 3 };
/** A domain is verified for seven days after its proof was last found. */
const DOMAIN_GRACE_DAYS = 7;
const DOMAIN_LATE_DAYS = 3;

const moved = (moment: Date, days: number): Date => new Date(moment.getTime() + days * DAY_MS);

const hasNone = (key: Prisma.Sql): Prisma.Sql => sql`NOT EXISTS (
  SELECT FROM notices WHERE notices.organization_id = organization.id
    AND notices.key = concat(organization.id, ':', ${key}))`;

export type EndingToken = {
  id: string;
  organizationId: string;
  key: string;
  name: string | null;
  endsAt: Date;
};

/** The key of a token's notice. A rotated token has another end, and therefore another notice. */
const tokenKey = (now: Date): Prisma.Sql => sql`concat('token:', token.id, ':',
  CASE WHEN token.expires_at <= ${moved(now, STAGES.late)} THEN 'late' ELSE 'early' END, ':',
  extract(epoch FROM token.expires_at)::bigint)`;

const endsSoon = ({ after, now }: Search): Prisma.Sql => sql`token.id > ${after}::uuid
  AND token.expires_at > ${now} AND token.expires_at <= ${moved(now, STAGES.early)} AND ${hasNone(tokenKey(now))}`;

const tokenColumns = (now: Date): Prisma.Sql => sql`token.id, token.organization_id AS "organizationId",
  ${tokenKey(now)} AS key, token.expires_at AS "endsAt"`;

/** Finds authorization tokens that end within 14 days, or within 3. */
export const findEndingTokens = (search: Search): Promise<EndingToken[]> =>
  db().$queryRaw<EndingToken[]>`
    SELECT ${tokenColumns(search.now)}, token.description AS name
    FROM authorization_tokens AS token
    JOIN organizations AS organization ON organization.id = token.organization_id AND test_of_id IS NULL
    WHERE ${endsSoon(search)} ORDER BY token.id LIMIT ${search.limit}`;

/** Finds learning tokens that programs use, and that end within 14 days, or within 3. Learners' tokens are of their visits. */
export const findEndingLearningTokens = (search: Search): Promise<EndingToken[]> =>
  db().$queryRaw<EndingToken[]>`
    SELECT ${tokenColumns(search.now)}, app.name
    FROM learning_tokens AS token
    JOIN organizations AS organization ON organization.id = token.organization_id AND test_of_id IS NULL
    JOIN learning_apps AS app ON app.id = token.app_id
      AND (token.secret_version IS NULL OR token.secret_version = app.secret_version)
    JOIN users AS person ON person.id = token.user_id
      AND (token.session_version IS NULL OR token.session_version = person.session_version)
    WHERE token.kind IN ('owner', 'integration') AND ${endsSoon(search)}
    ORDER BY token.id LIMIT ${search.limit}`;

/** Finds organizations whose webhook endpoint has accepted no event for a day. */
export const findFailingEndpoints = ({ after, now, limit }: Search) =>
  db().$queryRaw<{ id: string; key: string; failingSince: Date }[]>`
    SELECT organization.id, failing.key, webhook_failing_since AS "failingSince"
    FROM organizations AS organization,
      LATERAL (SELECT concat('webhooks:', extract(epoch FROM webhook_failing_since)::bigint) AS key) AS failing
    WHERE organization.id > ${after}::uuid AND webhook_url IS NOT NULL AND test_of_id IS NULL
      AND webhook_failing_since <= ${moved(now, -1)} AND ${hasNone(sql`failing.key`)}
    ORDER BY organization.id LIMIT ${limit}`;

/**
 * Finds verified domains whose proof has not been found for a day, and again when three days are left. `endsAt` is when the
 * verification ends. A domain whose file is still there stays verified: only a sign-in by its DNS record ends.
 */
export const findFailingDomains = ({ after, now, limit }: Search) =>
  db().$queryRaw<{ id: string; key: string; domain: string; endsAt: Date }[]>`
    SELECT organization.id, failing.key, domain.name AS domain, failing.ends_at AS "endsAt"
    FROM organization_domains AS domain
    JOIN organizations AS organization ON organization.id = domain.organization_id AND verified_at IS NOT NULL,
      LATERAL (SELECT failing_since + make_interval(days => ${DOMAIN_GRACE_DAYS}::int) AS ends_at,
        concat('domain:', domain.name, ':', extract(epoch FROM failing_since)::bigint, ':',
          CASE WHEN failing_since <= ${moved(now, DOMAIN_LATE_DAYS - DOMAIN_GRACE_DAYS)} THEN 'late' ELSE 'early' END)
        AS key) AS failing
    WHERE organization.id > ${after}::uuid AND failing_since <= ${moved(now, -1)} AND ${hasNone(sql`failing.key`)}
      AND (findings #>> '{file,result}' IS DISTINCT FROM 'found'
        OR EXISTS (SELECT FROM identity_providers AS provider WHERE provider.organization_id = organization.id))
    ORDER BY organization.id LIMIT ${limit}`;

/** Finds single sign-on whose last certificate ends within 14 days, or within 3. */
export const findEndingCertificates = ({ after, now, limit }: Search) =>
  db().$queryRaw<{ id: string; key: string; domain: string; endsAt: Date }[]>`
    SELECT organization.id, ending.key, verified_domain AS domain, certificates_end_at AS "endsAt"
    FROM identity_providers AS provider
    JOIN organizations AS organization ON organization.id = provider.organization_id AND verified_domain IS NOT NULL,
      LATERAL (SELECT concat('provider:', CASE WHEN certificates_end_at <= ${moved(now, STAGES.late)} THEN 'late'
        ELSE 'early' END, ':', extract(epoch FROM certificates_end_at)::bigint) AS key) AS ending
    WHERE organization.id > ${after}::uuid AND certificates_end_at > ${now}
      AND certificates_end_at <= ${moved(now, STAGES.early)} AND ${hasNone(sql`ending.key`)}
    ORDER BY organization.id LIMIT ${limit}`;

type Where = Prisma.NoticeWhereInput;

export const filters: Filters<Where> = {
  read: (value) => ({ readAt: parseBooleanFilter("read", value) ? { not: null } : null }),
};

/** What is looked for: the members of these roles, or one of them, or a person for themselves. */
export type RecipientSearch = {
  place: number;
  kind: NoticeKind;
  organization_id: string | null;
  user_id: string | null;
  roles: string[];
};

/** A person to notify, with what they have chosen. `place` is that of the search. */
export type Recipient = { place: number; userId: string; mail: boolean; console: boolean };

/**
 * Finds the people to notify: of an organization the members who have been there longest, at most `limit`; of an account
 * its owner, while they are a member of any organization.
 */
export const findRecipients = (searches: RecipientSearch[], limit: number): Promise<Recipient[]> =>
  db().$queryRaw<Recipient[]>`
    WITH wanted AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(searches)}::jsonb) AS row(
        place int, kind text, organization_id uuid, user_id uuid, roles text[])
    ), recipients AS (
      SELECT place, kind, membership.organization_id, membership.user_id,
        row_number() OVER (PARTITION BY place ORDER BY membership.created_at, membership.user_id) AS number
      FROM wanted JOIN memberships AS membership ON membership.organization_id = wanted.organization_id
        AND membership.role::text = ANY (roles)
        AND (wanted.user_id IS NULL OR membership.user_id = wanted.user_id)
      JOIN users AS person ON person.id = membership.user_id AND deleted_at IS NULL AND merged_into_id IS NULL
      UNION ALL
      SELECT place, kind, NULL, person.id, 1
      FROM wanted JOIN users AS person ON person.id = wanted.user_id AND deleted_at IS NULL AND merged_into_id IS NULL
      WHERE wanted.organization_id IS NULL AND EXISTS (SELECT FROM memberships WHERE user_id = person.id)
    )
    SELECT place, recipients.user_id AS "userId", COALESCE(choice.mail, true) AS mail,
      COALESCE(choice.console, true) AS console
    FROM recipients
    LEFT JOIN notice_choices AS choice ON choice.user_id = recipients.user_id AND choice.kind = recipients.kind
      AND choice.organization_id IS NOT DISTINCT FROM recipients.organization_id
    WHERE number <= ${limit}`;

/** Inserts notices, except those that their readers already have. Returns the ids of the new ones. */
export async function insertNotices(data: Prisma.NoticeUncheckedCreateInput[]): Promise<Set<string>> {
  const rows = await db().notice.createManyAndReturn({ data, skipDuplicates: true, select: { id: true } });
  return new Set(rows.map(({ id }) => id));
}

export const findNoticePage = (where: Where, page: PageRequest): Promise<Page<NoticeRow>> =>
  loadPage(
    page,
    db().notice.findMany({
      where,
      select: noticeSelect,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      relationLoadStrategy: "join",
      ...toSkipTake(page),
    }),
    db().notice.count({ where }),
  );

export const findNotice = (where: Where): Promise<NoticeRow | null> =>
  db().notice.findFirst({ where, select: noticeSelect, relationLoadStrategy: "join" });

/** Counts unread notices, at most `limit`. */
export const countUnread = async (where: Where, limit: number): Promise<number> =>
  (
    await db().notice.findMany({
      where: { AND: [where, { readAt: null }] },
      select: { id: true },
      take: limit,
    })
  ).length;

/** Marks notices as read at a moment, or as unread. Those that already are stay as they are. Returns how many changed. */
export async function saveReadState(where: Where, readAt: Date | null): Promise<number> {
  const { count } = await db().notice.updateMany({
    where: { AND: [where, { readAt: readAt === null ? { not: null } : null }] },
    data: { readAt },
  });
  return count;
}

/** Finds the organizations of a person by name, with their role there. */
export const findMemberships = (userId: string) =>
  db().membership.findMany({
    where: { userId },
    select: { role: true, organization: { select: { id: true, name: true, vanitySlug: true } } },
    orderBy: [{ organization: { name: "asc" } }, { organizationId: "asc" }],
    relationLoadStrategy: "join",
  });

export const findChoices = (userId: string) =>
  db().noticeChoice.findMany({
    where: { userId },
    select: { organizationId: true, kind: true, mail: true, console: true },
  });

/** A choice to store. */
export type NewChoice = {
  organization_id: string | null;
  kind: NoticeKind;
  mail: boolean;
  console: boolean;
};

const toChoiceRows = (choices: NewChoice[]): string =>
  JSON.stringify(choices.map((choice) => ({ ...choice, id: newId() })));

/** Stores the choices of a person. */
export async function saveChoices(userId: string, choices: NewChoice[]): Promise<void> {
  const ofAccount = choices.filter(({ organization_id: organizationId }) => organizationId === null);
  const ofMember = choices.filter(({ organization_id: organizationId }) => organizationId !== null);
  await db().$executeRaw`
    INSERT INTO notice_choices (id, user_id, kind, mail, console)
    SELECT id, ${userId}::uuid, kind, mail, console FROM jsonb_to_recordset(${toChoiceRows(ofAccount)}::jsonb) AS row(
      id uuid, kind text, mail boolean, console boolean)
    ON CONFLICT (user_id, kind) WHERE organization_id IS NULL
      DO UPDATE SET mail = EXCLUDED.mail, console = EXCLUDED.console`;
  await db().$executeRaw`
    INSERT INTO notice_choices (id, user_id, organization_id, kind, mail, console)
    SELECT row.id, membership.user_id, membership.organization_id, kind, mail, console
    FROM jsonb_to_recordset(${toChoiceRows(ofMember)}::jsonb) AS row(
      id uuid, organization_id uuid, kind text, mail boolean, console boolean)
    JOIN memberships AS membership ON membership.organization_id = row.organization_id
      AND membership.user_id = ${userId}::uuid
    ORDER BY membership.organization_id, kind
    ON CONFLICT (user_id, organization_id, kind) WHERE organization_id IS NOT NULL
      DO UPDATE SET mail = EXCLUDED.mail, console = EXCLUDED.console`;
}

/** Deletes at most `limit` notices from before a moment. Returns how many. */
export const deleteNoticesBefore = (before: Date, limit: number): Promise<number> =>
  db().$executeRaw`
    DELETE FROM notices WHERE id IN (
      SELECT id FROM notices WHERE created_at < ${before} ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;

/** Deletes the notices of an account and what it has chosen. */
export async function deleteOwnNotices(userId: string): Promise<void> {
  await db().notice.deleteMany({ where: { userId } });
  await db().noticeChoice.deleteMany({ where: { userId } });
}

/** Moves notices and choices to the account that this one is merged into, which must have its memberships already. */
export async function moveOwnNotices(source: string, survivor: string): Promise<void> {
  await db().$executeRaw`
    UPDATE notices AS own SET user_id = ${survivor}::uuid
    WHERE user_id = ${source}::uuid
      AND NOT EXISTS (SELECT FROM notices WHERE user_id = ${survivor}::uuid AND key = own.key)`;
  await db().$executeRaw`
    UPDATE notice_choices AS own SET user_id = ${survivor}::uuid
    WHERE user_id = ${source}::uuid AND NOT EXISTS (
      SELECT FROM notice_choices WHERE user_id = ${survivor}::uuid AND kind = own.kind
        AND organization_id IS NOT DISTINCT FROM own.organization_id)`;
  await deleteOwnNotices(source);
}
