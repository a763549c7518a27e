import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";

/** Locks the badges and employees of accounts, which other changes lock before the accounts. */
export async function lockBelongings(ids: string[]): Promise<void> {
  await db().$queryRaw`
    SELECT count(*)::int FROM (
      SELECT id FROM issued_badges WHERE user_id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE) AS locked`;
  await db().$queryRaw`
    SELECT count(*)::int FROM (
      SELECT id FROM employees WHERE user_id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE) AS locked`;
}

/** The organizations that know one of these accounts by its id: by a badge, as an employee, by a connected application. */
export async function findRelatedOrganizations(ids: string[]): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT organization_id AS id FROM issued_badges WHERE user_id = ANY (${ids}::uuid[])
    UNION SELECT template_organization_id FROM issued_badges WHERE user_id = ANY (${ids}::uuid[])
    UNION SELECT organization_id FROM employees WHERE user_id = ANY (${ids}::uuid[])
    UNION SELECT organization_id FROM oauth_applications
      WHERE id IN (SELECT application_id FROM connected_applications
                   WHERE user_id = ANY (${ids}::uuid[]) AND removed_at IS NULL)`;
  return rows.map(({ id }) => id);
}

/** Of an organization that both are members of, the higher role stays: the roles are declared from the highest down. */
async function moveMemberships(source: string, survivor: string): Promise<void> {
  await db().$executeRaw`
    WITH moved AS (
      DELETE FROM memberships WHERE user_id = ${source}::uuid RETURNING organization_id, role, created_at
    )
    INSERT INTO memberships AS own (organization_id, user_id, role, created_at)
    SELECT organization_id, ${survivor}::uuid, role, created_at FROM moved
    ON CONFLICT (organization_id, user_id) DO UPDATE SET role = LEAST(own.role, EXCLUDED.role)`;
}

/** What course systems know the source by, what it made there, and the apps that it owns. */
async function moveLearning(source: string, survivor: string): Promise<void> {
  await db().$executeRaw`
    UPDATE learning_identities SET user_id = ${survivor}::uuid WHERE user_id = ${source}::uuid`;
  await db().$executeRaw`
    UPDATE learning_tokens SET user_id = ${survivor}::uuid WHERE user_id = ${source}::uuid`;
  await db().$executeRaw`
    UPDATE learning_authorization_codes SET user_id = ${survivor}::uuid WHERE user_id = ${source}::uuid`;
  await db().$executeRaw`
    UPDATE learning_gradables SET creator_id = ${survivor}::uuid WHERE creator_id = ${source}::uuid`;
  await db().$executeRaw`
    UPDATE learning_apps SET owner_id = ${survivor}::uuid WHERE owner_id = ${source}::uuid`;
}

/**
 * The addresses of the source become secondary ones. What one account claimed of the other's is settled by the merge;
 * the source's primary address is where the proof was read.
 */
async function moveEmails(source: string, survivor: string, now: Date): Promise<void> {
  await db().$executeRaw`
    DELETE FROM user_emails AS claim USING user_emails AS other
    WHERE claim.email = other.email AND claim.confirmed_at IS NULL AND NOT claim.primary
      AND ((claim.user_id = ${survivor}::uuid AND other.user_id = ${source}::uuid)
        OR (claim.user_id = ${source}::uuid AND other.user_id = ${survivor}::uuid
          AND (other.confirmed_at IS NOT NULL OR other.primary)))`;
  await db().$executeRaw`
    UPDATE user_emails SET user_id = ${survivor}::uuid, "primary" = false,
      confirmed_at = CASE WHEN "primary" THEN COALESCE(confirmed_at, ${now}) ELSE confirmed_at END
    WHERE user_id = ${source}::uuid`;
}

/**
 * Gives the survivor everything of the source but its connections, employments and external badges, and ends the
 * source's sessions.
 */
export async function moveBelongings(source: string, survivor: string): Promise<void> {
  const now = clock.now();
  await db().$executeRaw`
    UPDATE issued_badges SET user_id = ${survivor}::uuid, updated_at = ${now} WHERE user_id = ${source}::uuid`;
  await moveMemberships(source, survivor);
  await moveLearning(source, survivor);
  await moveEmails(source, survivor, now);
  await db().$executeRaw`
    UPDATE users SET merged_into_id = ${survivor}::uuid, updated_at = ${now},
      session_version = session_version + CASE WHEN id = ${source}::uuid THEN 1 ELSE 0 END,
      password_hash = NULL
    WHERE id = ${source}::uuid OR merged_into_id = ${source}::uuid`;
}
