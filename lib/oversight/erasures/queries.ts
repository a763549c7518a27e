import { db } from "@/lib/kernel/db";
import { Prisma } from "@/prisma/generated/client";
import type { Counts, Requester, StoredSubject, Subject } from "./schema";
import { digestSelect, erasureSelect, type DigestRow, type ErasureRow } from "./serializer";
import { clock } from "@/lib/kernel/clock";
import { pseudonymSql } from "@/lib/platform/recording/pseudonym";
import { containsAddressSql, jsonValuePattern, matchesSql, wordPattern } from "@/lib/kernel/text-matches";

const { sql } = Prisma;

/** Whether a request of an organization contains the first and the last name by which it knows the person. */
const hasName = (text: Prisma.Sql, { knownNames }: Subject): Prisma.Sql => {
  const lower = sql`lower(${text})`;
  const firsts = knownNames.map(({ first }) => first);
  const lasts = knownNames.map(({ last }) => last);
  return sql`EXISTS (
    SELECT FROM unnest(${knownNames.map(({ organizationId }) => organizationId)}::uuid[], ${firsts}::text[],
        ${firsts.map(wordPattern)}::text[], ${lasts}::text[], ${lasts.map(wordPattern)}::text[])
      AS own(organization_id, first, first_pattern, last, last_pattern)
    WHERE own.organization_id = api_requests.organization_id
      AND ${matchesSql(lower, sql`lower(own.first)`, sql`lower(own.first_pattern)`)}
      AND ${matchesSql(lower, sql`lower(own.last)`, sql`lower(own.last_pattern)`)})`;
};

/** Whether a text contains the id of an account or employee of the person. */
const hasId = (text: Prisma.Sql, { userIds, employeeIds }: Subject): Prisma.Sql => sql`EXISTS (
  SELECT FROM unnest(${[...userIds, ...employeeIds]}::text[]) AS own(id) WHERE strpos(${text}, own.id) > 0)`;

/** Whether a request of an organization contains, as a JSON value, an id that it gave the person in another system. */
const hasKnownId = (text: Prisma.Sql, { knownIds }: Subject): Prisma.Sql => {
  const values = knownIds.map(({ id }) => JSON.stringify(id));
  return sql`EXISTS (
    SELECT FROM unnest(${knownIds.map(({ organizationId }) => organizationId)}::uuid[], ${values}::text[],
        ${values.map(jsonValuePattern)}::text[]) AS own(organization_id, value, pattern)
    WHERE own.organization_id = api_requests.organization_id
      AND ${matchesSql(text, sql`own.value`, sql`own.pattern`)})`;
};

const isActor = ({ userIds }: Subject): Prisma.Sql =>
  sql`actor_type = 'User' AND actor_id = ANY (${userIds}::text[])`;

/** The value of a column of a request after the erasure: another one only in requests of the person. */
const ofActor = (subject: Subject, column: string, value: string): Prisma.Sql =>
  sql`${Prisma.raw(column)} = CASE WHEN ${isActor(subject)} THEN ${value} ELSE ${Prisma.raw(column)} END`;

const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/**
 * Whether a request names a badge in its path that was erased with this key (lib/badges/issued/person-erasure.ts). A
 * value instead of EXISTS, for which PostgreSQL would read all badges into a hash.
 */
const isAboutBadge = ({ key }: Subject): Prisma.Sql => sql`COALESCE((
  SELECT badge.erased_at IS NOT NULL AND badge.recipient_email = ${pseudonymSql(key, "badge.organization_id")}
  FROM issued_badges AS badge WHERE badge.id = substring(lower(path) FROM ${`/badges/(${UUID})`})::uuid), false)`;

const REQUEST_TEXT = sql`concat_ws(' ', path, query, request_body, response_body)`;
const ERASED_NAME = "Deleted account";

/** Chooses the requests that name the person, and those that the person made. */
export const isRequestOf = (one: Subject): Prisma.Sql => sql`(
      (${isActor(one)} AND actor_name <> ${ERASED_NAME})
      OR ${isAboutBadge(one)} OR ${containsAddressSql(REQUEST_TEXT, one.addresses)} OR ${hasName(REQUEST_TEXT, one)}
      OR ${hasId(REQUEST_TEXT, one)} OR ${hasKnownId(REQUEST_TEXT, one)})`;

/** The assignments that empty a request, and remove who did it when that was the person. */
export const eraseRequestSql = (
  one: Subject,
): Prisma.Sql => sql`${ofActor(one, "actor_name", ERASED_NAME)}, ${ofActor(one, "address", "")},
      ${ofActor(one, "user_agent", "")}, path = '', query = '', request_body = NULL, response_body = NULL`;

/** Finds the addresses of an account, including claims, in alphabetical order, which is the order of locks. */
export async function findAddresses(userId: string): Promise<string[]> {
  const rows = await db().userEmail.findMany({
    where: { userId },
    select: { email: true },
    orderBy: { email: "asc" },
  });
  return rows.map(({ email }) => email);
}

/** Locks the badges and employees of an account. They are locked before the account, as in other changes. */
export async function lockBadgesAndEmployees(userId: string): Promise<void> {
  await db().$queryRaw`
    SELECT count(*)::int FROM (
      SELECT id FROM issued_badges WHERE user_id = ${userId}::uuid ORDER BY id FOR UPDATE) AS locked`;
  await db().$queryRaw`
    SELECT count(*)::int FROM (
      SELECT id FROM employees WHERE user_id = ${userId}::uuid ORDER BY id FOR UPDATE) AS locked`;
}

/**
 * Deletes the account's identities in course systems, and its tokens there. What it created and owns there stays with
 * the organization.
 */
export async function deleteLearningData(userId: string): Promise<void> {
  await db().learningIdentity.deleteMany({ where: { userId } });
  await db().$executeRaw`
    DELETE FROM learning_connection_requests AS request USING user_emails
    WHERE user_emails.user_id = ${userId}::uuid AND user_emails.email = request.email
      AND (user_emails.confirmed_at IS NOT NULL OR user_emails."primary")`;
  await db().learningToken.deleteMany({ where: { userId } });
  await db().learningAuthorizationCode.deleteMany({ where: { userId } });
}

/** Selects the account and those that were merged into it. */
const accountIdsSql = (userId: string) => Prisma.sql`
  SELECT id FROM users WHERE id = ${userId}::uuid OR merged_into_id = ${userId}::uuid`;

/**
 * Deletes the stored responses to the account's requests, mails to it, also those of test organizations, and invitations: those that it accepted, and
 * those to its addresses that can no longer be accepted.
 */
export async function deleteTraces(userId: string): Promise<void> {
  const now = clock.now();
  const caller = `User:${userId}`;
  await db().$executeRaw`DELETE FROM idempotency_keys WHERE owner_id = ${userId}::uuid`;
  // Those for organizations end within seconds.
  await db().$executeRaw`DELETE FROM idempotency_reservations WHERE owner_id = ${userId}::uuid`;
  // For a caller with limited scopes, the id is followed by a colon and the scopes. A semicolon is the character
  // after the colon.
  await db().$executeRaw`
    DELETE FROM idempotency_keys
    WHERE caller_id LIKE 'User:%' AND caller_id COLLATE "C" >= ${caller} AND caller_id COLLATE "C" < ${`${caller};`}`;
  await db().$executeRaw`
    DELETE FROM outbox_messages WHERE kind = 'mail' AND subject_id = ANY (ARRAY(${accountIdsSql(userId)}))`;
  await db().$executeRaw`
    DELETE FROM test_mails USING user_emails
    WHERE user_emails.user_id = ${userId}::uuid AND user_emails.email = test_mails.to_address
      AND (user_emails.confirmed_at IS NOT NULL OR user_emails."primary")`;
  await db().memberInvitation.deleteMany({ where: { memberId: userId } });
  await db().endedMembership.deleteMany({ where: { userId } });
  await db().$executeRaw`
    DELETE FROM member_invitations
    WHERE email = ANY (ARRAY(
        SELECT email FROM user_emails
        WHERE user_id = ANY (ARRAY(${accountIdsSql(userId)})) AND (confirmed_at IS NOT NULL OR "primary")))
      AND (accepted_at IS NOT NULL OR withdrawn_at IS NOT NULL OR expires_at <= ${now})`;
}

/** The name shown for a person who deleted their account. */
const DELETED_ACCOUNT_NAME = "Deleted account";

/** Replaces the name in what the account created, invited or started, which stays with the organization. */
export async function replaceCreatorNames(userId: string): Promise<void> {
  const ids = Prisma.sql`ANY (ARRAY(SELECT id::text FROM (${accountIdsSql(userId)}) AS own))`;
  await db().$executeRaw`
    UPDATE authorization_tokens SET created_by_name = ${DELETED_ACCOUNT_NAME} WHERE created_by_id = ${ids}`;
  await db().$executeRaw`
    UPDATE oauth_applications SET created_by_name = ${DELETED_ACCOUNT_NAME} WHERE created_by_id = ${ids}`;
  await db().$executeRaw`
    UPDATE member_invitations SET invited_by_name = ${DELETED_ACCOUNT_NAME} WHERE invited_by_id = ${ids}`;
  await db()
    .$executeRaw`UPDATE badge_imports SET created_by_name = ${DELETED_ACCOUNT_NAME} WHERE created_by_id = ${ids}`;
  // Earlier versions wrote the name at the beginning of the reason.
  const stopReason = Prisma.sql`
    ${"The person or token that started it"} || substring(stop_reason FROM '^.*( may no longer .*)$')`;
  await db().$executeRaw`
    UPDATE badge_imports SET started_by_name = ${DELETED_ACCOUNT_NAME}, stop_reason = ${stopReason}
    WHERE started_by_id = ${ids}`;
  await db().$executeRaw`
    UPDATE badge_bulk_actions SET started_by_name = ${DELETED_ACCOUNT_NAME}, stop_reason = ${stopReason}
    WHERE started_by_id = ${ids}`;
}

/**
 * Erases everything of an account, and of those that were merged into it, except the id, which events contain. Photos
 * are deleted, because nothing else shows them.
 */
export async function eraseAccount(userId: string): Promise<void> {
  const now = clock.now();
  await db().$executeRaw`
    DELETE FROM user_emails WHERE user_id = ANY (ARRAY(${accountIdsSql(userId)}))`;
  // The addresses of this person stay unavailable to other people (decision 0112).
  await db().$executeRaw`
    UPDATE profile_addresses SET slug = 'sha256:' || encode(sha256(convert_to(slug, 'UTF8')), 'hex')
    WHERE slug NOT LIKE 'sha256:%' AND user_id = ANY (ARRAY(${accountIdsSql(userId)}))`;
  await db().$executeRaw`
    WITH old AS (
      SELECT id, photo_id FROM users WHERE id = ${userId}::uuid OR merged_into_id = ${userId}::uuid
    ), erased AS (
      UPDATE users SET first_name = '', middle_name = NULL, last_name = '', password_hash = NULL, locale = 'en',
        vanity_slug = 'deleted-' || users.id, headline = NULL, bio = NULL, current_position_name = NULL,
        current_organization_name = NULL, photo_id = NULL, session_version = session_version + 1,
        updated_at = ${now}, deleted_at = ${now}
      FROM old WHERE users.id = old.id
      RETURNING users.id
    )
    DELETE FROM images USING old WHERE images.id = old.photo_id AND EXISTS (SELECT FROM erased)`;
}

/** Finds the account with this id, unless it was deleted or merged. */
export async function findAccount(id: string): Promise<string | null> {
  const row = await db().user.findFirst({
    where: { id, deletedAt: null, mergedIntoId: null },
    select: { id: true },
  });
  return row?.id ?? null;
}

/** Finds the account that an address belongs to: the one that confirmed it, or else whose primary address it is. */
export async function findAddressOwner(email: string): Promise<string | null> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT COALESCE(person.merged_into_id, person.id) AS id FROM user_emails JOIN users AS person ON person.id = user_id
    WHERE email = ${email} AND (confirmed_at IS NOT NULL OR "primary") AND person.deleted_at IS NULL
    ORDER BY confirmed_at IS NULL LIMIT 1`;
  return rows[0]?.id ?? null;
}

/** Counts what ends with these accounts, by the kinds of the report. */
export async function countAccountData(userIds: string[]): Promise<Record<string, number>> {
  const ids = Prisma.sql`ANY (${userIds}::uuid[])`;
  const rows = await db().$queryRaw<Record<string, number>[]>`
    SELECT (SELECT count(*)::int FROM users WHERE id = ${ids}) AS accounts,
      (SELECT count(*)::int FROM user_emails WHERE user_id = ${ids}) AS addresses,
      (SELECT count(*)::int FROM sessions WHERE user_id = ${ids}) AS sessions,
      (SELECT count(*)::int FROM memberships WHERE user_id = ${ids}) AS memberships,
      (SELECT count(*)::int FROM external_badges WHERE user_id = ${ids}) AS external_badges,
      (SELECT count(*)::int FROM badge_collections WHERE user_id = ${ids}) AS collections,
      (SELECT count(*)::int FROM wallet_copies JOIN issued_badges ON issued_badges.id = badge_id
        WHERE user_id = ${ids}) AS wallet_copies,
      (SELECT count(*)::int FROM outbox_messages WHERE kind = 'mail' AND subject_id = ${ids}) AS mails`;
  return rows[0] ?? {};
}

type Bytes = Uint8Array<ArrayBuffer>;

type Person = Pick<StoredSubject, "userIds" | "addresses">;

/** Names, and ids of other systems, that one erasure looks for in texts of the organizations that know them. */
const MAX_NAMES = 500;
/** The shortest first name, last name and id of another system that are looked for in texts. */
const MIN_LETTERS = 3;

/** Finds the addresses that belong to an account and to those merged into it: confirmed ones and the primary one. */
export async function findOwnAddresses(userId: string): Promise<string[]> {
  const rows = await db().$queryRaw<{ email: string }[]>`
    SELECT DISTINCT email FROM user_emails
    WHERE user_id IN (SELECT id FROM users WHERE id = ${userId}::uuid OR merged_into_id = ${userId}::uuid)
      AND (confirmed_at IS NOT NULL OR "primary") ORDER BY email`;
  return rows.map(({ email }) => email);
}

export async function findAccountIds(userId: string): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT id FROM users WHERE id = ${userId}::uuid OR merged_into_id = ${userId}::uuid`;
  return rows.map(({ id }) => id);
}

/** Finds the employees who are connected with these accounts, or at these addresses. */
export async function findEmployeeIds({ userIds, addresses }: Person): Promise<string[]> {
  const rows = await db().employee.findMany({
    where: { OR: [{ userId: { in: userIds } }, { email: { in: addresses } }] },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** Finds the ids that organizations gave a person as an employee and as an earner. Shorter ones are in too many texts. */
export const findKnownIds = ({ userIds, addresses }: Person): Promise<StoredSubject["knownIds"]> =>
  db().$queryRaw`
    SELECT DISTINCT organization_id AS "organizationId", id FROM (
      SELECT organization_id, external_id AS id FROM employees WHERE email = ANY (${addresses}::text[])
      UNION ALL SELECT organization_id, external_id FROM employees WHERE user_id = ANY (${userIds}::uuid[])
      UNION ALL (SELECT organization_id, issuer_earner_id FROM issued_badges
        WHERE user_id = ANY (${userIds}::uuid[]) LIMIT 10000)
      UNION ALL (SELECT organization_id, issuer_earner_id FROM issued_badges
        WHERE user_id IS NULL AND recipient_email = ANY (${addresses}::text[]) LIMIT 10000)
    ) AS known WHERE length(id) >= ${MIN_LETTERS} LIMIT ${MAX_NAMES}`;

/**
 * Finds the names of a person with the organizations that know them: on badges, in records of employers, and, where the
 * person has a badge, an employment or a membership, that of the account. Shorter names are in too many texts.
 */
export const findKnownNames = ({ userIds, addresses }: Person): Promise<StoredSubject["knownNames"]> =>
  db().$queryRaw`
    WITH known AS (
      (SELECT organization_id, issued_to_first_name AS first, issued_to_last_name AS last FROM issued_badges
        WHERE user_id = ANY (${userIds}::uuid[]) LIMIT 10000)
      UNION (SELECT organization_id, issued_to_first_name, issued_to_last_name FROM issued_badges
        WHERE user_id IS NULL AND recipient_email = ANY (${addresses}::text[]) LIMIT 10000)
      UNION SELECT organization_id, first_name, last_name FROM employees
        WHERE email = ANY (${addresses}::text[]) OR user_id = ANY (${userIds}::uuid[])
    ), organization AS (
      SELECT organization_id FROM known
      UNION SELECT organization_id FROM memberships WHERE user_id = ANY (${userIds}::uuid[])
    )
    SELECT organization_id AS "organizationId", first, last FROM (
      SELECT organization_id, first, last FROM known
      UNION SELECT organization_id, first_name, last_name FROM organization CROSS JOIN users
        WHERE users.id = ANY (${userIds}::uuid[])
    ) AS name
    WHERE length(first) >= ${MIN_LETTERS} AND length(last) >= ${MIN_LETTERS} LIMIT ${MAX_NAMES}`;

/** Returns the salt of all erasures; null before the first. */
export async function findSalt(): Promise<Bytes | null> {
  const row = await db().erasure.findFirst({ select: { salt: true }, orderBy: { createdAt: "asc" } });
  return row?.salt ?? null;
}

export type NewErasure = {
  id: string;
  requestedBy: Requester;
  subject: StoredSubject;
  salt: Bytes;
  digests: Bytes[];
  userIds: string[];
  counts: Counts;
  createdAt: Date;
  dueAt: Date;
};

export const insertErasure = (data: NewErasure) => db().erasure.create({ data, select: { id: true } });

export const findErasure = (id: string): Promise<ErasureRow | null> =>
  db().erasure.findUnique({ where: { id }, select: erasureSelect });

/**
 * Locks an erasure that is not finished, before everything else (decision 0067). Null when it is finished, or when another
 * process works on it.
 */
export async function lockErasure(id: string): Promise<ErasureRow | null> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT id FROM erasures WHERE id = ${id}::uuid AND finished_at IS NULL FOR UPDATE SKIP LOCKED`;
  return rows[0] ? findErasure(rows[0].id) : null;
}

/** Locks the oldest erasure that is due, and that no other process works on. */
export async function lockDueErasure(at: Date): Promise<ErasureRow | null> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT id FROM erasures WHERE finished_at IS NULL AND due_at <= ${at}
    ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED`;
  return rows[0] ? findErasure(rows[0].id) : null;
}

/** Makes an erasure due later. */
export const postponeErasure = (id: string, dueAt: Date) =>
  db().erasure.update({ where: { id }, data: { dueAt }, select: { id: true } });

type Progress = {
  step: number;
  position: string | null;
  passes: number;
  counts: Counts;
  dueAt?: Date;
};

export const saveProgress = (id: string, progress: Progress) =>
  db().erasure.update({ where: { id }, data: progress, select: { id: true } });

/** Ends an erasure: from now on nothing in it says who the person was. */
export const saveFinish = (id: string, counts: Counts, finishedAt: Date) =>
  db().erasure.update({
    where: { id },
    data: { counts, finishedAt, subject: Prisma.DbNull, position: null },
    select: { id: true },
  });

/** Reads what is needed to repeat erasures, in the order of their time. */
export const findDigests = (): Promise<DigestRow[]> =>
  db().erasure.findMany({ select: digestSelect, orderBy: { createdAt: "asc" } });

/** Finds addresses that have one of these digests: of accounts, and where a person without an account can be named. */
export async function findAddressesByDigest(salt: Bytes, digests: Bytes[]): Promise<string[]> {
  const rows = await db().$queryRaw<{ email: string }[]>`
    SELECT email FROM (
      SELECT email FROM user_emails
      UNION SELECT recipient_email FROM issued_badges
      UNION SELECT email FROM employees
      UNION SELECT email FROM learning_students
      UNION SELECT recipient_email FROM badge_import_rows
      UNION SELECT email FROM member_invitations
    ) AS known
    WHERE email <> '' AND sha256(${salt}::bytea || convert_to(email, 'UTF8')) = ANY (${digests}::bytea[])
    ORDER BY email`;
  return rows.map(({ email }) => email);
}
