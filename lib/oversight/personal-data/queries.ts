import { db } from "@/lib/kernel/db";
import { savedViewSelect, type SavedViewRow } from "@/lib/console/saved-views/serializer";
import { employmentDataSelect, type EmploymentDataRow } from "./serializer";

/** Finds the employments of an account with their positions, in all organizations. */
export const findEmployments = (userId: string, take: number): Promise<EmploymentDataRow[]> =>
  db().employee.findMany({
    where: { userId },
    select: employmentDataSelect,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    relationLoadStrategy: "join",
    take,
  });

/** Finds the views that an account saved for itself, in all organizations. */
export const findSavedViews = (userId: string, take: number): Promise<SavedViewRow[]> =>
  db().savedView.findMany({
    where: { userId },
    select: savedViewSelect,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take,
  });

/** Finds the addresses that the public profile of an account had before, the newest first. */
export async function findFormerAddresses(userId: string, take: number): Promise<string[]> {
  const rows = await db().$queryRaw<{ slug: string }[]>`
    SELECT address.slug FROM profile_addresses AS address JOIN users AS person ON person.id = address.user_id
    WHERE person.id = ${userId}::uuid AND address.slug <> person.vanity_slug
    ORDER BY address.created_at DESC, address.slug LIMIT ${take}`;
  return rows.map(({ slug }) => slug);
}
