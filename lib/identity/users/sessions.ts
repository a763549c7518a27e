import { recordActivity } from "@/lib/access/account-activity/service";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { notFound } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import type { Page, PageRequest } from "@/lib/kernel/list/page";
import { describeCurrentOrigin, describeOrigin } from "@/lib/kernel/request-origin";
import type { SessionFacts, SignInProvider } from "@/lib/access/callers/caller";
import type { SessionRow, SignInRow } from "./serializer";
import {
  clearOtherProofs,
  clearProvider,
  clearSecondFactor,
  deleteExpiredSessions,
  deleteSessions,
  endOtherSessions,
  findOwnSession,
  findSessionPerson,
  findSessionPage,
  insertEndedSession,
  saveProof,
  saveSessionUse,
} from "./queries";

/** How often the use of a session is written. */
const USE_INTERVAL_MS = 60_000;

/** The content of a session's cookie: the account, its version at the sign-in, the session's own id and its times. */
export type SessionKey = { id: string; userId: string; version: number; startedAt: Date; expiresAt: Date };

/** A signed-in person, with the session of the request. */
export type SignedInPerson = SignInRow & { session: SessionFacts };

/**
 * How a person proved who they are when a session began: with a second factor or not, when, the organization whose
 * provider vouched for the second factor, if it was not proved here, and the provider that they signed in through.
 */
export type SignInProof = Pick<
  SessionFacts,
  "hasSecondFactor" | "provedAt" | "factorOrganizationId" | "provider"
>;

/** The time of no proof. */
export const NEVER = new Date(0);

/** Stores a session that begins now. */
export const startSession = (key: SessionKey, proof: SignInProof): Promise<void> =>
  saveSessionUse({ ...key, ...describeCurrentOrigin(), lastUsedAt: key.startedAt, ...proof });

/**
 * How long a session of a person may be unused, in milliseconds: the shortest time-out of their organizations, or
 * Infinity. Uses are written once a minute, so the last one may be a minute younger than its record.
 */
const idleLimitMs = ({ memberships }: SignInRow): number =>
  Math.min(...memberships.map(({ organization }) => organization.sessionIdleMinutes ?? Infinity)) * 60_000 +
  USE_INTERVAL_MS;

/** How long a session was not used. A session without a row counts as used now. */
const unusedTime = (stored: SessionRow | undefined, now: Date): number =>
  stored ? now.getTime() - stored.lastUsedAt.getTime() : 0;

function signInProvider(stored: SessionRow | undefined): SignInProvider | null {
  const { providerOrganizationId: organizationId, providerDomain, providerCertificate } = stored ?? {};
  if (!organizationId || !providerDomain || !providerCertificate) return null;
  return { organizationId, domain: providerDomain, certificate: providerCertificate };
}

/** The state of a session, which begins without a row under an earlier version. */
const sessionFacts = (key: SessionKey, stored: SessionRow | undefined): SessionFacts => ({
  id: key.id,
  provedAt: stored?.provedAt ?? key.startedAt,
  hasSecondFactor: stored?.hasSecondFactor ?? false,
  factorOrganizationId: stored?.factorOrganizationId ?? null,
  provider: signInProvider(stored),
});

/**
 * Finds the person of a session, and records its use at most once a minute. Null when the session has ended, alone or
 * with all others, or was not used for longer than an organization of the person allows.
 */
export async function findPersonBySession(
  key: SessionKey,
  request: { address: string; userAgent: string },
): Promise<SignedInPerson | null> {
  const found = await findSessionPerson(key.userId, key.id);
  if (found?.sessionVersion !== key.version) return null;
  const { sessions, ...person } = found;
  const [stored] = sessions;
  const now = clock.now();
  const unusedMs = unusedTime(stored, now);
  if (unusedMs > idleLimitMs(person)) {
    await insertEndedSession(key);
    return null;
  }
  const session = sessionFacts(key, stored);
  if (!stored || unusedMs >= USE_INTERVAL_MS)
    await saveSessionUse({ ...key, ...session, ...describeOrigin(request), lastUsedAt: now });
  return { ...person, session };
}

/** Ends one session for all copies of its cookie. It would have expired at `expiresAt`. */
export const endSession = (session: { id: string; userId: string; expiresAt: Date }): Promise<void> =>
  insertEndedSession(session);

/** Ends one session of a person, chosen from the list. Throws 404 for one that is not theirs or has ended. */
export async function endOwnSession({ userId }: { userId: string }, sessionId: string): Promise<void> {
  const found = isUuid(sessionId) ? await findOwnSession(userId, sessionId) : null;
  if (!found) throw notFound();
  await transaction(async () => {
    await insertEndedSession({ ...found, userId });
    await recordActivity(userId, "session_ended");
  });
}

/** Lists the sessions of a person that can still be used, the newest use first. */
export function listAccountSessions(person: SignInRow, page: PageRequest): Promise<Page<SessionRow>> {
  const now = clock.now();
  const limitMs = idleLimitMs(person);
  const usedAfter = limitMs === Infinity ? null : new Date(now.getTime() - limitMs);
  return findSessionPage({ id: person.id, version: person.sessionVersion }, { now, usedAfter }, page);
}

/**
 * Records that the person of a session proved who they are. With `hasSecondFactor`, the session has a second factor
 * from then on.
 */
export const recordProof = async (sessionId: string, hasSecondFactor: boolean): Promise<Date> => {
  const provedAt = clock.now();
  await saveProof(sessionId, provedAt, hasSecondFactor);
  return provedAt;
};

/**
 * Makes the proofs of all other sessions of an account count no longer: they were given by its password, when it had no
 * second factor. Its row must be locked.
 */
export const withdrawOtherProofs = async (
  userId: string,
  session: SessionFacts | undefined,
): Promise<void> => {
  await clearOtherProofs(userId, session?.id ?? null);
};

/** Ends the sessions of an account but this one: a passkey or an app that was removed may have opened them. */
export const endSessionsBut = async (userId: string, session: SessionFacts | undefined): Promise<void> => {
  if (session) await endOtherSessions(userId, session.id);
};

/** Withdraws the second factor from the sessions of an account that no longer has one. */
export const withdrawSecondFactor = async (userId: string): Promise<void> => {
  await clearSecondFactor(userId);
};

/**
 * Makes the sessions that were opened through the provider of an organization count no longer as such, except those
 * that one of these certificates vouched for. `certificates`: their fingerprints. Its row must be locked.
 */
export const withdrawProvider = async (organizationId: string, certificates: string[]): Promise<void> => {
  await clearProvider(organizationId, certificates);
};

/** Deletes the list of sessions of an account. */
export const forgetSessions = async (userId: string): Promise<void> => {
  await deleteSessions(userId);
};

/** Deletes the sessions whose cookies have expired. Returns how many. */
export const deletePastSessions = (): Promise<number> => deleteExpiredSessions(clock.now());
