import { db } from "@/lib/kernel/db";
import { newId } from "@/lib/kernel/ids";
import type { Filters } from "@/lib/kernel/list/filter";
import { parseBooleanFilter } from "@/lib/kernel/list/filter-values";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Prisma } from "@/prisma/generated/client";
import type { NoticeKind } from "./choices";
import { noticeSelect, type NoticeRow } from "./serializer";

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
