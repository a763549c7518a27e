import type { SignInProvider } from "@/lib/access/callers/caller";
import { db } from "@/lib/kernel/db";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import { sessionSelect, signInSelect, type SessionRow } from "./serializer";

/** A session as it is stored. */
export type NewSession = {
  id: string;
  userId: string;
  /** The version of the account at the sign-in. */
  version: number;
  startedAt: Date;
  expiresAt: Date;
  lastUsedAt: Date;
  address: string;
  browser: string;
  provedAt: Date;
  hasSecondFactor: boolean;
  /** The organization whose provider vouched for it; null when it was proved here. */
  factorOrganizationId: string | null;
  provider: SignInProvider | null;
};

/**
 * Finds the person of a session, unless it was signed out, with the row of the session if there is one. One statement
 * for all, because every request of a person runs it.
 */
export const findSessionPerson = (userId: string, sessionId: string) =>
  db().user.findFirst({
    where: {
      id: userId,
      deletedAt: null,
      mergedIntoId: null,
      endedSessions: { none: { id: sessionId } },
    },
    select: { ...signInSelect, sessions: { where: { id: sessionId }, select: sessionSelect, take: 1 } },
    relationLoadStrategy: "join",
  });

/**
 * Stores a use of a session: its time, address and browser. Stores the whole session if it has no row. An unknown
 * address or browser leaves the known one.
 */
export async function saveSessionUse(session: NewSession): Promise<void> {
  const { id, userId, version, startedAt, expiresAt, lastUsedAt, address, browser, provedAt } = session;
  const { hasSecondFactor, factorOrganizationId, provider } = session;
  await db().$executeRaw`
    INSERT INTO sessions AS known (id, user_id, version, started_at, expires_at, last_used_at, address, browser,
      proved_at, has_second_factor, factor_organization_id, provider_organization_id, provider_domain,
      provider_certificate)
    SELECT ${id}::uuid, id, ${version}::int, ${startedAt}::timestamptz, ${expiresAt}::timestamptz,
      ${lastUsedAt}::timestamptz, ${address}, ${browser}, ${provedAt}::timestamptz, ${hasSecondFactor},
      ${factorOrganizationId}::uuid, ${provider?.organizationId}::uuid, ${provider?.domain}::text,
      ${provider?.certificate}::text
    FROM users WHERE id = ${userId}::uuid AND deleted_at IS NULL AND merged_into_id IS NULL
      AND NOT EXISTS (SELECT FROM ended_sessions WHERE ended_sessions.id = ${id}::uuid)
    ON CONFLICT (id) DO UPDATE SET last_used_at = GREATEST(known.last_used_at, EXCLUDED.last_used_at),
      address = COALESCE(NULLIF(EXCLUDED.address, ''), known.address),
      browser = COALESCE(NULLIF(EXCLUDED.browser, ''), known.browser)`;
}

/**
 * Finds the sessions of an account that can still be used, the newest use first: those whose cookies have not expired
 * at `now`, and which were used after `usedAfter`, or ever if it is null.
 */
export function findSessionPage(
  { id: userId, version }: { id: string; version: number },
  { now, usedAfter }: { now: Date; usedAfter: Date | null },
  page: PageRequest,
): Promise<Page<SessionRow>> {
  const where = {
    userId,
    version,
    expiresAt: { gt: now },
    ...(usedAfter ? { lastUsedAt: { gte: usedAfter } } : {}),
  };
  return loadPage(
    page,
    db().session.findMany({
      where,
      select: sessionSelect,
      orderBy: [{ lastUsedAt: "desc" }, { id: "desc" }],
      ...toSkipTake(page),
    }),
    db().session.count({ where }),
  );
}

/** Finds one session of an account. */
export const findOwnSession = (userId: string, id: string) =>
  db().session.findFirst({ where: { id, userId }, select: { id: true, expiresAt: true } });

/** Stores that the person of a session proved who they are. */
export const saveProof = (id: string, provedAt: Date, hasSecondFactor: boolean) =>
  db().session.updateMany({
    where: { id },
    data: { provedAt, ...(hasSecondFactor ? { hasSecondFactor, factorOrganizationId: null } : {}) },
  });

/** Makes the proofs of all other sessions of an account too old to count. */
export const clearOtherProofs = (userId: string, id: string | null) =>
  db().session.updateMany({
    where: { userId, ...(id ? { id: { not: id } } : {}) },
    data: { provedAt: new Date(0) },
  });

/** Ends all other sessions of an account that are known. */
export async function endOtherSessions(userId: string, id: string): Promise<void> {
  await db().$executeRaw`
    WITH ended AS (DELETE FROM sessions WHERE user_id = ${userId}::uuid AND id <> ${id}::uuid RETURNING id, expires_at)
    INSERT INTO ended_sessions (id, user_id, expires_at) SELECT id, ${userId}::uuid, expires_at FROM ended
    ON CONFLICT DO NOTHING`;
}

/** Withdraws the second factor from all sessions of an account. */
export const clearSecondFactor = (userId: string) =>
  db().session.updateMany({ where: { userId, hasSecondFactor: true }, data: { hasSecondFactor: false } });

/** Makes the sign-ins through a provider count no longer, except those with one of these certificates. */
export const clearProvider = (organizationId: string, certificates: string[]) =>
  db().session.updateMany({
    where: { providerOrganizationId: organizationId, providerCertificate: { notIn: certificates } },
    data: { providerOrganizationId: null },
  });

/** Stores the id of a session that was signed out, and deletes its row. Repeating it changes nothing. */
export async function insertEndedSession({
  id,
  userId,
  expiresAt,
}: Pick<NewSession, "id" | "userId" | "expiresAt">): Promise<void> {
  await db().endedSession.createMany({ data: { id, userId, expiresAt }, skipDuplicates: true });
  await db().session.deleteMany({ where: { id } });
}

/** Deletes all rows of sessions of an account. */
export const deleteSessions = (userId: string) => db().session.deleteMany({ where: { userId } });

/** Deletes the sessions and the ended ones whose cookies have expired. Returns how many. */
export async function deleteExpiredSessions(now: Date): Promise<number> {
  const where = { expiresAt: { lt: now } };
  const ended = await db().endedSession.deleteMany({ where });
  const unused = await db().session.deleteMany({ where });
  return ended.count + unused.count;
}
