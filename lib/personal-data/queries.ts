import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
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

/** The organizations that an account is a member of, in one order for all. */
export async function findMemberships(userId: string): Promise<string[]> {
  const rows = await db().membership.findMany({
    where: { userId },
    select: { organizationId: true },
    orderBy: { organizationId: "asc" },
  });
  return rows.map(({ organizationId }) => organizationId);
}

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

/** Answers kept for the account's requests, mails to it, and invitations that it accepted. */
export async function deleteTraces(userId: string): Promise<void> {
  await db().$executeRaw`
    DELETE FROM idempotency_keys WHERE owner_id = ${userId}::uuid OR caller_id = ${`User:${userId}`}`;
  await db().$executeRaw`
    DELETE FROM outbox_messages USING users
    WHERE kind = 'mail' AND subject_id = users.id
      AND (users.id = ${userId}::uuid OR merged_into_id = ${userId}::uuid)`;
  await db().memberInvitation.deleteMany({ where: { memberId: userId } });
}

/**
 * Leaves of an account, and of those that were merged into it, nothing but the id, which events name. Photos are images
 * that nothing else shows.
 */
export async function eraseAccount(userId: string): Promise<void> {
  const now = clock.now();
  await db().$executeRaw`
    DELETE FROM user_emails USING users
    WHERE users.id = user_id AND (users.id = ${userId}::uuid OR users.merged_into_id = ${userId}::uuid)`;
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
