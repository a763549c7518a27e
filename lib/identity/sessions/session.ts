import { recordActivity } from "@/lib/identity/account-activity/service";
import type { Actor, Caller, Earner } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { readCookie, buildHostCookie, hostCookieName, isSecureSite } from "@/lib/kernel/cookies";
import { env } from "@/lib/kernel/env";
import { isUuid, newId } from "@/lib/kernel/ids";
import { joinNames } from "@/lib/kernel/names";
import { ROLE_ACCESS, ROLE_SCOPES } from "@/lib/identity/memberships/roles";
import { rememberDevice } from "@/lib/identity/users/devices";
import { endSession, findPersonBySession } from "@/lib/identity/users/service";
import type { SignInRow } from "@/lib/identity/users/serializer";

/** How long a session lasts after the sign-in. */
export const SESSION_SECONDS = 8 * 3600;

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

/** Builds the claims of a session that begins now. */
export const buildClaims = (person: { id: string; version: number }): Claims => ({
  sub: person.id,
  version: person.version,
  sid: newId(),
  at: Math.floor(clock.now().getTime() / 1000),
});

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

/** A cookie is accepted some seconds after its expiry, because clocks differ. */
const TOLERANCE_SECONDS = 60;

/** Ends the session of these claims, for all copies of its cookie. Invalid claims are ignored. */
export async function endSessionByClaims(given: Partial<Claims>): Promise<void> {
  const claims = parseClaims(given);
  if (!claims) return;
  const expiresAt = new Date((claims.at + SESSION_SECONDS + TOLERANCE_SECONDS) * 1000);
  await endSession({ id: claims.sid, userId: claims.sub, expiresAt });
  await recordActivity(claims.sub, "sign_out");
}

/**
 * Returns the `Set-Cookie` header for a new session of this browser, or for continuing one when a change of the
 * password ended all others. The browser becomes a known device of the account.
 */
export async function renewSession(person: {
  id: string;
  sessionVersion: number;
}): Promise<Record<string, string>> {
  rememberDevice(person);
  const value = await encodeSession(buildClaims({ id: person.id, version: person.sessionVersion }));
  return { "Set-Cookie": buildHostCookie(SESSION_COOKIE, value, SESSION_SECONDS) };
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

type Session = { person: SignInRow; signedInAt: Date };

/** Finds the session of a `Cookie` header. Null without one, or when it has ended. */
export async function findSessionByCookies(header: string | null): Promise<Session | null> {
  const token = readCookie(header, sessionCookieName());
  const claims = token ? await decodeClaims(token) : null;
  if (!claims) return null;
  const person = await findPersonBySession({ userId: claims.sub, version: claims.version, id: claims.sid });
  return person && { person, signedInAt: new Date(claims.at * 1000) };
}

/** Finds the signed-in person of a `Cookie` header. Null without a session, or when it has ended. */
export const findPersonByCookies = async (header: string | null): Promise<SignInRow | null> =>
  (await findSessionByCookies(header))?.person ?? null;

const personActor = (person: SignInRow): Actor => ({
  type: "User",
  id: person.id,
  name: joinNames(person.firstName, person.lastName),
});

/** Builds the caller for a person's own data. */
export const buildEarnerCaller = (person: SignInRow, signedInAt: Date | null = null): Earner => ({
  userId: person.id,
  actor: personActor(person),
  signedInAt,
});

/** Builds the caller for a person in one of their organizations. Null when they are not a member. */
export function buildMemberCaller(person: SignInRow, organizationId: string | undefined): Caller | null {
  const membership = organizationId
    ? person.memberships.find(({ organization }) => organization.id === organizationId.toLowerCase())
    : person.memberships[0];
  if (!membership) return null;
  return {
    organizationId: membership.organization.id,
    organizationIds: person.memberships.map(({ organization }) => organization.id),
    scopes: ROLE_SCOPES[membership.role],
    access: ROLE_ACCESS[membership.role],
    actor: personActor(person),
  };
}
