import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { Prisma } from "@/prisma/generated/client";
import { employmentDataSelect, type EmploymentDataRow } from "./serializer";

/** The employments of an account with their positions, in every organization that has a record of the person. */
export const findEmployments = (userId: string, take: number): Promise<EmploymentDataRow[]> =>
  db().employee.findMany({
    where: { userId },
    select: employmentDataSelect,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    relationLoadStrategy: "join",
    take,
  });

/** The addresses of an account, claims too, in one order for all. */
export async function findAddresses(userId: string): Promise<string[]> {
  const rows = await db().userEmail.findMany({
    where: { userId },
    select: { email: true },
    orderBy: { email: "asc" },
  });
  return rows.map(({ email }) => email);
}

/** Locks the badges and employees of an account, which other changes lock before the account. */
export async function lockBelongings(userId: string): Promise<void> {
  await db().$queryRaw`
    SELECT count(*)::int FROM (
      SELECT id FROM issued_badges WHERE user_id = ${userId}::uuid ORDER BY id FOR UPDATE) AS locked`;
  await db().$queryRaw`
    SELECT count(*)::int FROM (
      SELECT id FROM employees WHERE user_id = ${userId}::uuid ORDER BY id FOR UPDATE) AS locked`;
}

/** What course systems know the account by, and its tokens there. What it made and owns there stays the organization's. */
export async function deleteLearning(userId: string): Promise<void> {
  await db().learningIdentity.deleteMany({ where: { userId } });
  await db().$executeRaw`
    DELETE FROM learning_connection_requests AS request USING user_emails
    WHERE user_emails.user_id = ${userId}::uuid AND user_emails.email = request.email
      AND (user_emails.confirmed_at IS NOT NULL OR user_emails."primary")`;
  await db().learningToken.deleteMany({ where: { userId } });
  await db().learningAuthorizationCode.deleteMany({ where: { userId } });
}

/** The account and those that were merged into it. */
const accounts = (userId: string) => Prisma.sql`
  SELECT id FROM users WHERE id = ${userId}::uuid OR merged_into_id = ${userId}::uuid`;

/**
 * Answers kept for the account's requests, mails to it, and invitations: those that it accepted, and those to its addresses
 * that nobody can accept any more.
 */
export async function deleteTraces(userId: string): Promise<void> {
  const now = clock.now();
  const caller = `User:${userId}`;
  await db().$executeRaw`DELETE FROM idempotency_keys WHERE owner_id = ${userId}::uuid`;
  // A caller with some scopes alone has them behind the id, after a colon; a semicolon is the next sign.
  await db().$executeRaw`
    DELETE FROM idempotency_keys
    WHERE caller_id LIKE 'User:%' AND caller_id COLLATE "C" >= ${caller} AND caller_id COLLATE "C" < ${`${caller};`}`;
  await db().$executeRaw`
    DELETE FROM outbox_messages WHERE kind = 'mail' AND subject_id = ANY (ARRAY(${accounts(userId)}))`;
  await db().memberInvitation.deleteMany({ where: { memberId: userId } });
  await db().$executeRaw`
    DELETE FROM member_invitations
    WHERE email = ANY (ARRAY(
        SELECT email FROM user_emails
        WHERE user_id = ANY (ARRAY(${accounts(userId)})) AND (confirmed_at IS NOT NULL OR "primary")))
      AND (accepted_at IS NOT NULL OR withdrawn_at IS NOT NULL OR expires_at <= ${now})`;
}

/** What stands in place of the name of somebody who deleted their account. */
const NOBODY = "Deleted account";

/** Takes the name from what the account created, invited or started, which stays the organization's. */
export async function replaceNames(userId: string): Promise<void> {
  const ids = Prisma.sql`ANY (ARRAY(SELECT id::text FROM (${accounts(userId)}) AS own))`;
  await db().$executeRaw`
    UPDATE authorization_tokens SET created_by_name = ${NOBODY} WHERE created_by_id = ${ids}`;
  await db().$executeRaw`
    UPDATE oauth_applications SET created_by_name = ${NOBODY} WHERE created_by_id = ${ids}`;
  await db().$executeRaw`
    UPDATE member_invitations SET invited_by_name = ${NOBODY} WHERE invited_by_id = ${ids}`;
  await db().$executeRaw`UPDATE badge_imports SET created_by_name = ${NOBODY} WHERE created_by_id = ${ids}`;
  await db().$executeRaw`UPDATE badge_imports SET started_by_name = ${NOBODY} WHERE started_by_id = ${ids}`;
}

/**
 * Leaves of an account, and of those that were merged into it, nothing but the id, which events name. Photos are images
 * that nothing else shows.
 */
export async function eraseAccount(userId: string): Promise<void> {
  const now = clock.now();
  await db().$executeRaw`
    DELETE FROM user_emails WHERE user_id = ANY (ARRAY(${accounts(userId)}))`;
  await db().$executeRaw`
    WITH old AS (
      SELECT id, photo_id FROM users WHERE id = ${userId}::uuid OR merged_into_id = ${userId}::uuid
    ), erased AS (
      UPDATE users SET first_name = '', middle_name = NULL, last_name = '', password_hash = NULL, locale = 'en',
        vanity_slug = 'deleted-' || users.id, bio = NULL, current_position_name = NULL,
        current_organization_name = NULL, photo_id = NULL, session_version = session_version + 1,
        updated_at = ${now}, deleted_at = ${now}
      FROM old WHERE users.id = old.id
      RETURNING users.id
    )
    DELETE FROM images USING old WHERE images.id = old.photo_id AND EXISTS (SELECT FROM erased)`;
}
