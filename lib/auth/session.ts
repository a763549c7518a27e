import { decode, encode } from "next-auth/jwt";
import type { Actor, Caller, Earner } from "@/lib/kernel/caller";
import { env } from "@/lib/kernel/env";
import { ROLE_ACCESS, ROLE_SCOPES } from "@/lib/memberships/roles";
import { sessionPerson } from "@/lib/users/service";
import type { SignInRow } from "@/lib/users/serializer";

export const SESSION_SECONDS = 8 * 3600;

const isSecure = (): boolean => env().APP_URL.startsWith("https:");

/** `__Host-` pins the cookie to this origin; browsers take that only over https. */
export const sessionCookieName = (): string => (isSecure() ? "__Host-badges.session" : "badges.session");
export const sessionCookieOptions = () =>
  ({ httpOnly: true, sameSite: "lax", path: "/", secure: isSecure() }) as const;

const cookieValue = (header: string, name: string): string | null => {
  for (const part of header.split(";")) {
    const [key = "", ...rest] = part.trim().split("=");
    if (key === name) return rest.join("=");
  }
  return null;
};

/** A cookie that is no token of ours (a changed secret, a forgery) is no session; everything else is a fault. */
const isBadToken = (error: unknown): boolean =>
  error instanceof Error && /^(JWE|JWT|ERR_JW)/.test((error as { code?: string }).code ?? error.name);

/**
 * The `Set-Cookie` header that lets this browser's session go on with the account's present version, while a change
 * of the password ended all others.
 */
export async function renewedSession(person: {
  id: string;
  sessionVersion: number;
}): Promise<Record<string, string>> {
  const token = { sub: person.id, version: person.sessionVersion };
  const value = await encode({ token, secret: env().SESSION_SECRET, maxAge: SESSION_SECONDS });
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${SESSION_SECONDS}${isSecure() ? "; Secure" : ""}`;
  return { "Set-Cookie": `${sessionCookieName()}=${value}; ${attributes}` };
}

type Claims = { sub: string; version: number };

async function claimsOf(token: string): Promise<Claims | null> {
  try {
    const claims = await decode({ token, secret: env().SESSION_SECRET });
    const { sub, version } = claims ?? {};
    return sub && typeof version === "number" ? { sub, version } : null;
  } catch (error) {
    if (isBadToken(error)) return null;
    throw error;
  }
}

/** The signed-in person of a `Cookie` header; null without a session, or when it was ended since. */
export async function personOfCookies(header: string | null): Promise<SignInRow | null> {
  const token = header === null ? null : cookieValue(header, sessionCookieName());
  const claims = token ? await claimsOf(token) : null;
  return claims && sessionPerson(claims.sub, claims.version);
}

const actorOf = (person: SignInRow): Actor => ({
  type: "User",
  id: person.id,
  name: `${person.firstName} ${person.lastName}`.trim(),
});

/** A person as the caller of what is their own. */
export const earnerCaller = (person: SignInRow): Earner => ({ userId: person.id, actor: actorOf(person) });

/** A person as a caller in one of their organizations; null when they are no member of it. */
export function memberCaller(person: SignInRow, organizationId: string | undefined): Caller | null {
  const membership = organizationId
    ? person.memberships.find(({ organization }) => organization.id === organizationId.toLowerCase())
    : person.memberships[0];
  if (!membership) return null;
  return {
    organizationId: membership.organization.id,
    organizationIds: person.memberships.map(({ organization }) => organization.id),
    scopes: ROLE_SCOPES[membership.role],
    access: ROLE_ACCESS[membership.role],
    actor: actorOf(person),
  };
}
