import { db } from "@/lib/kernel/db";
import type { Prisma } from "@/prisma/generated/client";
import { securitySelect, type StoredSettings } from "./serializer";

export const findSettings = (organizationId: string): Promise<StoredSettings | null> =>
  db().organization.findUnique({ where: { id: organizationId }, select: securitySelect });

/** Locks the settings of an organization, so that of two changes at the same time none is lost. */
export async function lockSettings(organizationId: string): Promise<void> {
  await db().$queryRaw`SELECT id FROM organizations WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`;
}

/** Counts the members of an organization, and those with a passkey or a confirmed authenticator app. */
export async function countMembers(
  organizationId: string,
): Promise<{ members: number; membersWithFactor: number }> {
  const [row] = await db().$queryRaw<{ members: number; membersWithFactor: number }[]>`
    SELECT count(*)::int AS members, (count(*) FILTER (WHERE
      EXISTS (SELECT FROM passkeys WHERE passkeys.user_id = member.user_id)
      OR EXISTS (SELECT FROM authenticator_apps AS app
        WHERE app.user_id = member.user_id AND app.confirmed_at IS NOT NULL)))::int AS "membersWithFactor"
    FROM memberships AS member WHERE member.organization_id = ${organizationId}::uuid`;
  return row ?? { members: 0, membersWithFactor: 0 };
}

/** Stores the settings of an organization, and those of its test organization, which has the same members. */
export async function saveSettings(
  organizationId: string,
  data: Prisma.OrganizationUpdateManyMutationInput,
): Promise<void> {
  await db().organization.updateMany({
    where: { OR: [{ id: organizationId }, { testOfId: organizationId }] },
    data,
  });
}
