import { recordActivity } from "@/lib/access/account-activity/service";
import type { Actor, Caller, Earner, SessionFacts, SignInProvider } from "@/lib/access/callers/caller";
import { readClientAddress } from "@/lib/kernel/client-address";
import { clock } from "@/lib/kernel/clock";
import { readCookie, buildHostCookie, hostCookieName, isSecureSite } from "@/lib/kernel/cookies";
import { transaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { isUuid, newId } from "@/lib/kernel/ids";
import { joinNames } from "@/lib/kernel/names";
import { ROLE_ACCESS, ROLE_SCOPES } from "@/lib/access/callers/roles";
import { rememberDevice } from "@/lib/identity/users/devices";
import {
  endSession,
  findPersonBySession,
  NEVER,
  startSession,
  type SessionKey,
  type SignInProof,
  type SignedInPerson,
} from "@/lib/identity/users/sessions";
import { listFactorMethods } from "@/lib/identity/second-factors/check";
import { lockPerson } from "@/lib/identity/users/service";
import type { SignInRow } from "@/lib/identity/users/serializer";
import { isStillTrusted } from "@/lib/organizations/identity-providers/service";
import { findMembership, findMembershipBarrier, type PersonInSession } from "./membership-barrier";

/** How long a session lasts after the sign-in. */
export const SESSION_SECONDS = 8 * 3600;

/** A cookie is accepted some seconds after its expiry, because clocks differ. */
const TOLERANCE_SECONDS = 60;

const SESSION_COOKIE = "badges.session";

export const sessionCookieName = (): string => hostCookieName(SESSION_COOKIE);
export const sessionCookieOptions = () =>
  ({ httpOnly: true, sameSite: "lax", path: "/", secure: isSecureSite() }) as const;

/**
 * Checks whether an error means that the cookie is not a valid token (a changed secret, a forgery). Other errors are
 * defects.
 */
const isBadToken = (error: unknown): boolean =>
  error instanceof Error && /^(JWE|JWT|ERR_JW)/.test((error as { code?: string }).code ?? error.name);

/** The claims in a session cookie. `at` is when the session began, in seconds, like the other times of a token. */
type Claims = { sub: string; version: number; sid: string; at: number };

const toSessionKey = ({ sub, version, sid, at }: Claims): SessionKey => ({
  id: sid,
  userId: sub,
  version,
  startedAt: new Date(at * 1000),
  expiresAt: new Date((at + SESSION_SECONDS + TOLERANCE_SECONDS) * 1000),
});

/** Whether the account got its first second factor while the person signed in without one. Locks the account. */
async function isWithoutNewFactor(userId: string, proof: SignInProof): Promise<boolean> {
  if (proof.hasSecondFactor && proof.factorOrganizationId === null) return false;
  await lockPerson(userId);
  return (await listFactorMethods(userId)).length > 0;
}

/**
 * Stores a session. When the account got its first second factor while the person signed in without one, the sign-in is
 * no proof of identity. When the provider was changed meanwhile, it did not come from that provider.
 */
const storeSession = (key: SessionKey, proof: SignInProof): Promise<void> =>
  transaction(async () => {
    const provedAt = (await isWithoutNewFactor(key.userId, proof)) ? NEVER : proof.provedAt;
    const provider = proof.provider && (await isStillTrusted(proof.provider)) ? proof.provider : null;
    await startSession(key, { ...proof, provedAt, provider });
  });

/** How a person has just proved who they are: now unless `provedAt` says when, and here unless a provider vouched for it. */
type NewProof = {
  hasSecondFactor: boolean;
  provedAt?: Date | undefined;
  factorOrganizationId?: string | null;
  provider?: SignInProvider | null;
};

/** Begins a session of the person in the browser of this request, stores it and returns the claims of its cookie. */
export async function beginSession(
  person: { id: string; version: number },
  { hasSecondFactor, provedAt = clock.now(), factorOrganizationId = null, provider = null }: NewProof,
): Promise<Claims> {
  const claims = {
    sub: person.id,
    version: person.version,
    sid: newId(),
    at: Math.floor(clock.now().getTime() / 1000),
  };
  await storeSession(toSessionKey(claims), { hasSecondFactor, provedAt, factorOrganizationId, provider });
  return claims;
}

const parseClaims = ({ sub, version, sid, at }: Partial<Claims>): Claims | null =>
  sub && typeof version === "number" && typeof sid === "string" && isUuid(sid) && typeof at === "number"
    ? { sub, version, sid, at }
    : null;

/**
 * Encodes a session as a cookie value. It expires eight hours after the sign-in, even when next-auth writes it again:
 * the token's lifetime is the time that remains.
 */
export async function encodeSession(claims: Partial<Claims>): Promise<string> {
  const { encode } = await import("next-auth/jwt");
  const left = (claims.at ?? 0) + SESSION_SECONDS - Math.floor(Date.now() / 1000);
  return encode({ token: claims, secret: env().SESSION_SECRET, maxAge: Math.min(left, SESSION_SECONDS) });
}

/** Ends the session of these claims, for all copies of its cookie. Invalid claims are ignored. */
export async function endSessionByClaims(given: Partial<Claims>): Promise<void> {
  const claims = parseClaims(given);
  if (!claims) return;
  await endSession(toSessionKey(claims));
  await recordActivity(claims.sub, "sign_out");
}

/** Begins a session in the browser of this request and returns the `Set-Cookie` header for it. */
export async function buildSessionCookie(
  { id, sessionVersion: version }: { id: string; sessionVersion: number },
  proof: NewProof,
): Promise<Record<string, string>> {
  const claims = await beginSession({ id, version }, proof);
  return { "Set-Cookie": buildHostCookie(SESSION_COOKIE, await encodeSession(claims), SESSION_SECONDS) };
}

/**
 * Returns the `Set-Cookie` header for a new session of this browser, or for continuing one when a change of the
 * password ended all others; `former` is the session that it continues. The browser becomes a known device of the
 * account.
 */
export async function renewSession(
  person: { id: string; sessionVersion: number },
  former?: SessionFacts,
): Promise<Record<string, string>> {
  rememberDevice(person);
  const { hasSecondFactor = false, factorOrganizationId = null, provider = null } = former ?? {};
  return buildSessionCookie(person, { hasSecondFactor, factorOrganizationId, provider });
}

async function decodeClaims(token: string): Promise<Claims | null> {
  // Loaded for the first session, because the process for jobs has none.
  const { decode } = await import("next-auth/jwt");
  try {
    return parseClaims((await decode({ token, secret: env().SESSION_SECRET })) ?? {});
  } catch (error) {
    if (isBadToken(error)) return null;
    throw error;
  }
}

/** The headers of a request, as `Request` and Next's pages have them. */
type RequestHeaders = { get: (name: string) => string | null };

/** Finds the signed-in person of a request. Null without a session, or when it has ended. */
export async function findPersonByHeaders(headers: RequestHeaders): Promise<SignedInPerson | null> {
  const token = readCookie(headers.get("cookie"), sessionCookieName());
  const claims = token ? await decodeClaims(token) : null;
  if (!claims) return null;
  const address = readClientAddress((name) => headers.get(name));
  return findPersonBySession(toSessionKey(claims), { address, userAgent: headers.get("user-agent") ?? "" });
}

const personActor = (person: SignInRow): Actor => ({
  type: "User",
  id: person.id,
  name: joinNames(person.firstName, person.lastName),
});

/** Builds the caller for a person's own data. */
export const buildEarnerCaller = (person: PersonInSession): Earner => ({
  userId: person.id,
  actor: personActor(person),
  session: person.session,
  barredOrganizationIds: person.memberships
    .map(({ organization }) => organization.id)
    .filter((id) => findMembershipBarrier(person, id) !== null),
});

/**
 * Builds the caller for a person in one of their organizations. Null when they are not a member. Whether the session may
 * use the membership is another question (`findMembershipBarrier`).
 */
export function buildMemberCaller(
  person: PersonInSession,
  organizationId: string | undefined,
): Caller | null {
  const membership = findMembership(person, organizationId);
  if (!membership) return null;
  return {
    organizationId: membership.organization.id,
    organizationIds: person.memberships
      .map(({ organization }) => organization.id)
      .filter((id) => findMembershipBarrier(person, id) === null),
    scopes: ROLE_SCOPES[membership.role],
    access: ROLE_ACCESS[membership.role],
    actor: personActor(person),
    session: person.session,
  };
}
