import { db, queryJson } from "@/lib/kernel/db";
import { takeNamedLock } from "@/lib/kernel/named-lock";
import { isUuid, newId } from "@/lib/kernel/ids";
import { jsonRow, jsonRows } from "@/lib/kernel/json-rows";
import { escapeLike } from "@/lib/kernel/list/filter";
import { loadPage, toSkipTake, type PageRequest, type Page } from "@/lib/kernel/list/page";
import { Prisma } from "@/prisma/generated/client";
import { parseAddressJson, parseUserJson, USER_COLUMNS } from "./json";
import {
  accountDetailSelect,
  accountSelect,
  signInSelect,
  userSelect,
  type UserWithEmployers,
  sessionSelect,
  type SessionRow,
} from "./serializer";
import type { SignInProvider } from "@/lib/access/callers/caller";

/** A session as it is stored. */
type NewSession = {
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

export const findSignInByEmail = (email: string) =>
  db().userEmail.findFirst({
    where: { email, confirmedAt: { not: null }, user: { deletedAt: null, mergedIntoId: null } },
    select: { user: { select: signInSelect } },
    relationLoadStrategy: "join",
  });

export const findSignInById = (userId: string) =>
  db().user.findFirst({
    where: { id: userId, deletedAt: null, mergedIntoId: null },
    select: signInSelect,
    relationLoadStrategy: "join",
  });

const activeUserWhere = { deletedAt: null, mergedIntoId: null } satisfies Prisma.UserWhereInput;

/** Most addresses, and most organizations of each kind, that a person's password is checked against. */
const MAX_PERSONAL_TEXTS = 10;

/** Finds the names of a person, their oldest addresses and the names of their oldest organizations. */
export const findPersonalTexts = (userId: string) =>
  db().user.findFirst({
    where: { id: userId, ...activeUserWhere },
    select: {
      firstName: true,
      middleName: true,
      lastName: true,
      currentOrganizationName: true,
      emails: {
        where: { OR: [{ confirmedAt: { not: null } }, { primary: true }] },
        select: { email: true },
        orderBy: [{ primary: "desc" }, { createdAt: "asc" }],
        take: MAX_PERSONAL_TEXTS,
      },
      memberships: {
        select: { organization: { select: { name: true } } },
        orderBy: { createdAt: "asc" },
        take: MAX_PERSONAL_TEXTS,
      },
      employments: {
        where: { state: "accepted" },
        select: { organization: { select: { name: true } } },
        orderBy: { createdAt: "asc" },
        take: MAX_PERSONAL_TEXTS,
      },
    },
    relationLoadStrategy: "join",
  });

/** Finds a page of all accounts of the installation, in order of creation. `start` is the beginning of an address. */
export function findAccountPage(addressPrefix: string | undefined, page: PageRequest) {
  const where = {
    ...activeUserWhere,
    ...(addressPrefix === undefined
      ? {}
      : { emails: { some: { email: { startsWith: escapeLike(addressPrefix) } } } }),
  };
  return loadPage(
    page,
    db().user.findMany({
      where,
      select: accountSelect,
      orderBy: { id: "asc" },
      relationLoadStrategy: "join",
      ...toSkipTake(page),
    }),
    db().user.count({ where }),
  );
}

/** Finds an account by its id, or by a confirmed or primary address. */
export const findAccount = (key: string) =>
  db().user.findFirst({
    where: isUuid(key)
      ? { id: key, ...activeUserWhere }
      : {
          emails: { some: { email: key, OR: [{ confirmedAt: { not: null } }, { primary: true }] } },
          ...activeUserWhere,
        },
    select: accountDetailSelect,
    relationLoadStrategy: "join",
  });

/** Finds the language of a person and their primary address. */
export const findContact = (userId: string) =>
  db().user.findUnique({
    where: { id: userId },
    select: { locale: true, emails: { where: { primary: true }, select: { email: true }, take: 1 } },
    relationLoadStrategy: "join",
  });

const employersJson = jsonRows(
  `employee.id AS "employeeId", employee.organization_id AS "organizationId", employee.email,
     employee.user_id AS "userId"`,
  `employees AS employee JOIN organizations ON organizations.id = employee.organization_id AND workforce_enabled
     WHERE employee.user_id = earner.id AND employee.state = 'accepted' AND employee.deactivated_at IS NULL`,
);
const FOUND_USER = Prisma.raw(
  jsonRow(
    `${USER_COLUMNS}, ${employersJson} AS employers`,
    "users AS earner WHERE earner.id = given.user_id",
  ),
);

type FoundUser = { confirmedAt: Date | null; user: UserWithEmployers };

/**
 * Finds the accounts that addresses belong to, by address: the account that confirmed the address, or else the one
 * whose primary address it is. Claims are ignored. Includes the connected employers, who get events for new badges.
 * As JSON, because every issued badge runs it.
 */
export async function findUsersByEmail(emails: string[]): Promise<Map<string, FoundUser>> {
  const rows = await queryJson<(FoundUser & { given: string })[]>(Prisma.sql`
    SELECT COALESCE(json_agg(one), '[]') FROM (
      SELECT given.email AS given, given.confirmed_at AS "confirmedAt", ${FOUND_USER} AS "user"
      FROM user_emails AS given
      WHERE given.email = ANY (${emails}) AND (given.confirmed_at IS NOT NULL OR given.primary)
    ) AS one`);
  return new Map(
    (rows ?? []).map(({ given, ...found }) => {
      parseUserJson(found.user);
      return [given, parseAddressJson(found)];
    }),
  );
}

/** Finds the account that an address belongs to: confirmed, or its primary address. */
export const findUserByEmail = async (email: string): Promise<FoundUser | null> =>
  (await findUsersByEmail([email])).get(email) ?? null;

/** Locks an address, so that transactions that create an account for it run one after the other. */
export const lockEmail = (email: string) => takeNamedLock(`account:${email}`);

export type NewUser = {
  email: string;
  firstName: string;
  middleName: string | null;
  lastName: string;
  locale: string;
  passwordHash: string | null;
  confirmedAt: Date | null;
};

export const insertUser = ({ email, confirmedAt, ...user }: NewUser) => {
  const id = newId();
  return db().user.create({
    data: {
      ...user,
      id,
      vanitySlug: `u-${id.slice(-12)}`,
      emails: { create: { id: newId(), email, primary: true, confirmedAt } },
    },
    select: userSelect,
  });
};

/** Confirms an account's primary address. Other accounts' claims of it stay claims. */
export const confirmPrimaryEmail = (email: string, at: Date) =>
  db().userEmail.updateMany({
    where: { email, primary: true, confirmedAt: null },
    data: { confirmedAt: at },
  });

/** Stores when an account was first opened. */
export const saveOpenedAt = (userId: string, at: Date) =>
  db().user.updateMany({ where: { id: userId, openedAt: null }, data: { openedAt: at } });

/** Finds the confirmed addresses of an account. */
export const findConfirmedAddresses = (userId: string) =>
  db().userEmail.findMany({ where: { userId, confirmedAt: { not: null } }, select: { email: true } });

/**
 * Locks accounts in the order of their ids, against changes of themselves or also against rows that reference them.
 * Returns those that are neither deleted nor merged.
 */
export const lockUsers = (ids: string[], against: "changes" | "references") =>
  db().$queryRaw<{ id: string }[]>`
    SELECT id FROM users WHERE id = ANY (${ids}::uuid[]) AND deleted_at IS NULL AND merged_into_id IS NULL
    ORDER BY id ${Prisma.raw(against === "changes" ? "FOR NO KEY UPDATE" : "FOR UPDATE")}`;

/**
 * Locks accounts against merging and deletion until the commit. Returns for each the account that it was merged into,
 * or itself.
 */
export const lockUsersShared = (ids: string[]) =>
  db().$queryRaw<{ id: string; survivor: string }[]>`
    SELECT id, COALESCE(merged_into_id, id) AS survivor FROM users WHERE id = ANY (${ids}::uuid[])
    ORDER BY id FOR KEY SHARE`;

export const savePassword = (userId: string, passwordHash: string) =>
  db().user.update({
    where: { id: userId },
    data: { passwordHash, sessionVersion: { increment: 1 } },
    select: { id: true },
  });

/** Stores the first password of an account, which ends its sessions. Undefined when it already has one. */
export async function saveFirstPassword(userId: string, passwordHash: string) {
  const [saved] = await db().user.updateManyAndReturn({
    where: { id: userId, passwordHash: null, deletedAt: null, mergedIntoId: null },
    data: { passwordHash, sessionVersion: { increment: 1 } },
    select: { id: true, sessionVersion: true },
  });
  return saved;
}
