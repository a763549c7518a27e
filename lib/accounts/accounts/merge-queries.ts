import { moveNotices } from "@/lib/organizations/notices/service";
import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { Prisma } from "@/prisma/generated/client";
import { moveAddresses } from "./queries";

/** Locks the badges and employees of accounts. They are locked before the accounts, as in other changes. */
export async function lockBadgesAndEmployees(ids: string[]): Promise<void> {
  await db().$queryRaw`
    SELECT count(*)::int FROM (
      SELECT id FROM issued_badges WHERE user_id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE) AS locked`;
  await db().$queryRaw`
    SELECT count(*)::int FROM (
      SELECT id FROM employees WHERE user_id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE) AS locked`;
}

/**
 * Finds the organizations related to one of these accounts: by a badge, as an employer, or by a connected
 * application.
 */
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

/**
 * Moves the memberships with the saved views and notices, which end with a membership, and those that have ended. Where both
 * accounts are members, the higher role stays: the roles are declared from the highest down. Where one is, the membership
 * goes on.
 */
async function moveMemberships(source: string, survivor: string): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    INSERT INTO memberships AS own (organization_id, user_id, role, role_by_rule, created_at)
    SELECT organization_id, ${survivor}::uuid, role, role_by_rule, created_at FROM memberships
    WHERE user_id = ${source}::uuid
    ON CONFLICT (organization_id, user_id) DO UPDATE SET role = LEAST(own.role, EXCLUDED.role),
      role_by_rule = CASE WHEN own.role < EXCLUDED.role THEN own.role_by_rule ELSE EXCLUDED.role_by_rule END
    RETURNING organization_id AS id`;
  await db().$executeRaw`UPDATE saved_views SET user_id = ${survivor}::uuid WHERE user_id = ${source}::uuid`;
  await moveNotices(source, survivor);
  await db().$executeRaw`DELETE FROM memberships WHERE user_id = ${source}::uuid`;
  await db().$executeRaw`
    WITH source AS (DELETE FROM ended_memberships WHERE user_id = ${source}::uuid RETURNING organization_id, ended_at)
    INSERT INTO ended_memberships (organization_id, user_id, ended_at)
    SELECT organization_id, ${survivor}::uuid, ended_at FROM source
    WHERE organization_id NOT IN (SELECT organization_id FROM memberships WHERE user_id = ${survivor}::uuid)
    ON CONFLICT DO NOTHING`;
  return rows.map(({ id }) => id).toSorted();
}

/**
 * Moves what the source did as a member to the survivor: sent invitations, which are withdrawn when the member
 * leaves, badge imports and bulk actions, which check that their starter is still allowed, and credentials, which are
 * counted with the member.
 */
async function moveAuthorship(source: string, survivor: string, organizations: string[]): Promise<void> {
  await db().$executeRaw`
    UPDATE member_invitations SET member_id = ${survivor}::uuid WHERE member_id = ${source}::uuid`;
  if (organizations.length === 0) return;
  await db().$executeRaw`
    UPDATE member_invitations SET invited_by_id = ${survivor}
    WHERE organization_id = ANY (${organizations}::uuid[]) AND invited_by_type = 'User' AND invited_by_id = ${source}`;
  await db().$executeRaw`
    UPDATE badge_imports SET started_by_id = ${survivor}
    WHERE organization_id = ANY (${organizations}::uuid[]) AND started_by_type = 'User' AND started_by_id = ${source}`;
  await db().$executeRaw`
    UPDATE badge_bulk_actions SET started_by_id = ${survivor}
    WHERE organization_id = ANY (${organizations}::uuid[]) AND started_by_type = 'User' AND started_by_id = ${source}`;
  await db().$executeRaw`
    UPDATE service_moves SET started_by_id = ${survivor}
    WHERE organization_id = ANY (${organizations}::uuid[]) AND started_by_type = 'User' AND started_by_id = ${source}`;
  await db().$executeRaw`
    UPDATE authorization_tokens SET created_by_id = ${survivor}
    WHERE organization_id = ANY (${organizations}::uuid[]) AND created_by_type = 'User' AND created_by_id = ${source}`;
  await db().$executeRaw`
    UPDATE oauth_applications SET created_by_id = ${survivor}
    WHERE organization_id = ANY (${organizations}::uuid[]) AND created_by_type = 'User' AND created_by_id = ${source}`;
}

/** Moves the source's identities in course systems, the gradables that it created there, and the apps that it owns. */
async function moveLearning(source: string, survivor: string): Promise<void> {
  await db().$executeRaw`
    UPDATE learning_identities SET user_id = ${survivor}::uuid WHERE user_id = ${source}::uuid`;
  // Tokens of the source that are still valid stay valid until the survivor's password or sessions change.
  for (const table of [Prisma.sql`learning_tokens`, Prisma.sql`learning_authorization_codes`]) {
    await db().$executeRaw`
      DELETE FROM ${table} AS own USING users
      WHERE users.id = ${source}::uuid AND own.user_id = users.id AND own.session_version <> users.session_version`;
    await db().$executeRaw`
      UPDATE ${table} AS own SET user_id = users.id,
        session_version = CASE WHEN own.session_version IS NOT NULL THEN users.session_version END
      FROM users WHERE users.id = ${survivor}::uuid AND own.user_id = ${source}::uuid`;
  }
  await db().$executeRaw`
    UPDATE learning_gradables SET creator_id = ${survivor}::uuid WHERE creator_id = ${source}::uuid`;
  await db().$executeRaw`
    UPDATE learning_apps SET owner_id = ${survivor}::uuid WHERE owner_id = ${source}::uuid`;
}

/**
 * Confirms the survivor's claims of the source's own addresses, in place of the source's rows, so that the link of
 * the merge mail still finds its claim, and its page can show the result.
 */
async function confirmClaims(source: string, survivor: string, now: Date): Promise<void> {
  const confirmed = await db().$queryRaw<{ id: string; confirmedAt: Date | null; createdAt: Date }[]>`
    DELETE FROM user_emails AS own USING user_emails AS claim
    WHERE own.user_id = ${source}::uuid AND (own.confirmed_at IS NOT NULL OR own.primary)
      AND claim.user_id = ${survivor}::uuid AND claim.email = own.email
    RETURNING claim.id, own.confirmed_at AS "confirmedAt", own.created_at AS "createdAt"`;
  for (const { id, confirmedAt, createdAt } of confirmed) {
    await db().userEmail.update({
      where: { id },
      data: { confirmedAt: confirmedAt ?? now, createdAt },
      select: { id: true },
    });
  }
}

/**
 * Moves the source's addresses as secondary ones. The merge deletes the claims of each account for the other's
 * addresses. The source's primary address is confirmed, because the merge mail was read there.
 */
async function moveEmails(source: string, survivor: string, now: Date): Promise<void> {
  await confirmClaims(source, survivor, now);
  await db().$executeRaw`
    DELETE FROM user_emails AS claim USING user_emails AS other
    WHERE claim.user_id = ${source}::uuid AND other.user_id = ${survivor}::uuid AND claim.email = other.email`;
  await db().$executeRaw`
    UPDATE user_emails SET user_id = ${survivor}::uuid, "primary" = false,
      confirmed_at = CASE WHEN "primary" THEN COALESCE(confirmed_at, ${now}) ELSE confirmed_at END
    WHERE user_id = ${source}::uuid`;
}

/**
 * Moves everything of the source to the survivor except its connections, employments and external badges, and ends
 * the source's sessions. Returns the organizations that the source was a member of.
 */
export async function moveAccountData(source: string, survivor: string): Promise<string[]> {
  const now = clock.now();
  await db().$executeRaw`
    UPDATE issued_badges SET user_id = ${survivor}::uuid, updated_at = ${now} WHERE user_id = ${source}::uuid`;
  // Before the memberships, because a trigger ends a member's tokens when the membership ends.
  await moveLearning(source, survivor);
  const organizations = await moveMemberships(source, survivor);
  await moveAuthorship(source, survivor, organizations);
  await moveEmails(source, survivor, now);
  await moveAddresses(source, survivor, now);
  await db().$executeRaw`
    UPDATE users SET merged_into_id = ${survivor}::uuid, updated_at = ${now},
      session_version = session_version + CASE WHEN id = ${source}::uuid THEN 1 ELSE 0 END,
      password_hash = NULL
    WHERE id = ${source}::uuid OR merged_into_id = ${source}::uuid`;
  return organizations;
}
