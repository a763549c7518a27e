import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { Prisma } from "@/prisma/generated/client";

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
