import { db } from "@/lib/kernel/db";
import { newId } from "@/lib/kernel/ids";
import { activitySelect, type ActivityRow } from "./serializer";

export type NewActivity = {
  userId: string;
  kind: string;
  address: string;
  browser: string;
  windowStart: Date;
  occurredAt: Date;
};

/**
 * Counts an activity. Returns true when it is the first of its window. Does nothing for an account that was deleted
 * or merged.
 */
export async function incrementActivity(activity: NewActivity): Promise<boolean> {
  const { userId, kind, address, browser, windowStart, occurredAt } = activity;
  const [row] = await db().$queryRaw<{ isNew: boolean }[]>`
    INSERT INTO account_activities AS known (id, user_id, kind, address, browser, window_start, occurred_at)
    SELECT ${newId()}::uuid, id, ${kind}, ${address}, ${browser}, ${windowStart}::timestamptz, ${occurredAt}::timestamptz
    FROM users WHERE id = ${userId}::uuid AND deleted_at IS NULL AND merged_into_id IS NULL
    ON CONFLICT (user_id, kind, address, browser, window_start)
      DO UPDATE SET count = known.count + 1, occurred_at = EXCLUDED.occurred_at
    RETURNING count = 1 AS "isNew"`;
  return row?.isNew ?? false;
}

/** Counts the rows of these kinds that an account has since a moment. */
export const countActivities = (userId: string, kinds: string[], since: Date): Promise<number> =>
  db().accountActivity.count({ where: { userId, kind: { in: kinds }, occurredAt: { gte: since } } });

/**
 * Whether all rows of a kind that an account has since a moment are from another address or browser. Without any, whether
 * the account was opened before that moment.
 */
export async function hasOnlyOtherOrigins(
  userId: string,
  kind: string,
  { address, browser }: { address: string; browser: string },
  since: Date,
): Promise<boolean> {
  const rows = await db().$queryRaw<{ isOther: boolean | null }[]>`
    SELECT COALESCE(bool_and(address <> ${address} OR browser <> ${browser}), (
        SELECT opened_at < ${since} FROM users WHERE id = ${userId}::uuid)) AS "isOther"
    FROM account_activities
    WHERE user_id = ${userId}::uuid AND kind = ${kind} AND occurred_at >= ${since}`;
  return rows[0]?.isOther ?? false;
}

/** Deletes the rows older than `before`, and all but the newest `keep` of the given kinds. */
export const pruneActivities = (userId: string, kinds: string[], keep: number, before: Date) =>
  db().$executeRaw`
    DELETE FROM account_activities WHERE user_id = ${userId}::uuid AND (occurred_at < ${before} OR id IN (
      SELECT id FROM account_activities WHERE user_id = ${userId}::uuid AND kind = ANY (${kinds})
      ORDER BY occurred_at DESC, id DESC OFFSET ${keep}))`;

export const findActivities = (userId: string, since: Date, take: number): Promise<ActivityRow[]> =>
  db().accountActivity.findMany({
    where: { userId, occurredAt: { gte: since } },
    select: activitySelect,
    orderBy: [{ occurredAt: "desc" }, { id: "desc" }],
    take,
  });

/** Finds the name of a person, and the organizations that they are a member of. */
export const findNameAndMemberships = (userId: string) =>
  db().user.findUnique({
    where: { id: userId },
    select: { firstName: true, lastName: true, memberships: { select: { organizationId: true } } },
    relationLoadStrategy: "join",
  });

/** Moves the activity of a merged account to the one it was merged into. */
export async function moveActivities(source: string, survivor: string): Promise<void> {
  await db().$executeRaw`
    UPDATE account_activities AS own SET user_id = ${survivor}::uuid
    WHERE user_id = ${source}::uuid AND NOT EXISTS (
      SELECT FROM account_activities AS other
      WHERE other.user_id = ${survivor}::uuid AND other.kind = own.kind AND other.address = own.address
        AND other.browser = own.browser AND other.window_start = own.window_start)`;
  await db().accountActivity.deleteMany({ where: { userId: source } });
}

export const deleteActivities = (userId: string) => db().accountActivity.deleteMany({ where: { userId } });
