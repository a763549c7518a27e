import { db } from "@/lib/kernel/db";
import { Prisma } from "@/prisma/generated/client";

/** The hash that replaces the address of a deleted account. The address stays unavailable, but cannot be read. */
const hashSql = (slug: Prisma.Sql) =>
  Prisma.sql`'sha256:' || encode(sha256(convert_to(${slug}, 'UTF8')), 'hex')`;

export const findAddressState = (userId: string) =>
  db().user.findUniqueOrThrow({
    where: { id: userId },
    select: { vanitySlug: true, profileAddressChanges: true },
  });

/** Stores an address of a person, unless somebody has it. */
export const insertAddress = (userId: string, slug: string, createdAt: Date) =>
  db().profileAddress.createMany({ data: { slug, userId, createdAt }, skipDuplicates: true });

/** Checks whether an address belongs to this account, and to no other one now or before its deletion. */
export async function isAddressOwned(userId: string, slug: string): Promise<boolean> {
  const [row] = await db().$queryRaw<{ owned: boolean }[]>`
    SELECT EXISTS (SELECT FROM profile_addresses WHERE slug = ${slug} AND user_id = ${userId}::uuid)
      AND NOT EXISTS (SELECT FROM profile_addresses WHERE slug = ${hashSql(Prisma.sql`${slug}::text`)})
      AND NOT EXISTS (SELECT FROM users WHERE vanity_slug = ${slug} AND id <> ${userId}::uuid) AS owned`;
  return row?.owned ?? false;
}

export const saveAddress = (userId: string, vanitySlug: string, profileAddressChanges: Date[]) =>
  db().user.update({
    where: { id: userId },
    data: { vanitySlug, profileAddressChanges },
    select: { id: true },
  });

/** Moves the addresses of a merged account, also its current one, to the account it is merged into. */
export async function moveAddresses(source: string, survivor: string, now: Date): Promise<void> {
  const { vanitySlug } = await findAddressState(source);
  await insertAddress(source, vanitySlug, now);
  await db().profileAddress.updateMany({ where: { userId: source }, data: { userId: survivor } });
  await db().user.update({
    where: { id: source },
    data: { vanitySlug: `merged-${source}` },
    select: { id: true },
  });
}
