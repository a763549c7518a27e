import type { AuthOptions, User } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { promptEmployments } from "@/lib/employees/connection";
import { associateWaiting } from "@/lib/issued-badges/association";
import { clientAddress } from "@/lib/kernel/client-address";
import { env } from "@/lib/kernel/env";
import { isLocale, type Locale } from "@/lib/kernel/locales";
import { checkPassword, findConfirmedPerson, noteOpened } from "@/lib/users/service";
import type { SignInRow } from "@/lib/users/serializer";
import {
  endSessionOf,
  newClaims,
  sealSession,
  SESSION_SECONDS,
  sessionCookieName,
  sessionCookieOptions,
} from "./session";
import { forgiveAttempts, takeAttempt } from "./sign-in-limit";

/** What next-auth carries from a provider to the session's claims. */
type SessionUser = User & { version: number; locale: string };

const sessionUser = ({ id, sessionVersion, locale }: SignInRow): SessionUser => ({
  id,
  version: sessionVersion,
  locale,
});

type RequestHeaders = Record<string, string | undefined>;

/** Null for a wrong address or password; throws `TooManyAttempts`. */
async function authorize(
  email: string,
  password: string,
  headers: RequestHeaders,
): Promise<SessionUser | null> {
  // Longer ones are no address and no password of ours, and hashing them would cost.
  if (email.length > 254 || password.length > 1_000 || /[\0]/.test(email)) return null;
  const address = clientAddress((name) => headers[name]);
  await takeAttempt(email, address);
  const person = await checkPassword(email, password);
  if (!person) return null;
  await forgiveAttempts(email, address);
  return sessionUser(person);
}

const passwordProvider = () =>
  CredentialsProvider({
    credentials: { email: { type: "email" }, password: { type: "password" } },
    authorize: (given, request) =>
      authorize(
        String(given?.email ?? "")
          .trim()
          .toLowerCase(),
        String(given?.password ?? ""),
        (request.headers ?? {}) as RequestHeaders,
      ),
  });

type OidcProfile = { sub: string; email?: string; email_verified?: boolean | "true" };

/** The person of a profile whose address the provider vouches for; without one the user has no version, and is refused. */
async function oidcUser(profile: OidcProfile): Promise<User> {
  const isVouched = profile.email_verified === true || profile.email_verified === "true";
  const person =
    isVouched && profile.email ? await findConfirmedPerson(profile.email.trim().toLowerCase()) : null;
  return person ? sessionUser(person) : { id: profile.sub };
}

function oidcProvider(): OAuthConfig<OidcProfile> {
  const { OIDC_ISSUER = "", OIDC_NAME, OIDC_CLIENT_ID = "", OIDC_CLIENT_SECRET } = env();
  return {
    id: "oidc",
    name: OIDC_NAME,
    type: "oauth",
    wellKnown: `${OIDC_ISSUER.replace(/\/$/, "")}/.well-known/openid-configuration`,
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    // A client without a secret is a public one, which PKCE protects.
    ...(OIDC_CLIENT_SECRET
      ? { clientSecret: OIDC_CLIENT_SECRET }
      : { client: { token_endpoint_auth_method: "none" as const } }),
    authorization: { params: { scope: "openid email profile" } },
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    profile: oidcUser,
  };
}

/**
 * next-auth's configuration; made at each request, because a build has no environment. Whoever signs in has a language,
 * which `speak` is told.
 */
export const authOptions = (speak: (locale: Locale) => void = () => undefined): AuthOptions => ({
  secret: env().SESSION_SECRET,
  useSecureCookies: env().APP_URL.startsWith("https:"),
  providers: [passwordProvider(), ...(env().oidc ? [oidcProvider()] : [])],
  pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
  session: { strategy: "jwt", maxAge: SESSION_SECONDS },
  jwt: { encode: ({ token }) => sealSession(token ?? {}) },
  events: { signOut: ({ token }) => endSessionOf(token) },
  cookies: { sessionToken: { name: sessionCookieName(), options: sessionCookieOptions() } },
  callbacks: {
    signIn: async ({ user }) => {
      if (!("version" in user)) return false;
      await noteOpened(user.id);
      // What was issued while the address was being confirmed, or confirmed by the admin command, waits no longer.
      await associateWaiting(user.id);
      // Employers who asked to connect are brought up at the sign-in (specification, "employee enters pending").
      await promptEmployments(user.id);
      if ("locale" in user && isLocale(user.locale)) speak(user.locale);
      return true;
    },
    // The claims are these and nothing else; lib/auth/session.ts reads them.
    jwt: ({ token, user }) => {
      const fresh = user as SessionUser | undefined;
      return fresh ? newClaims(fresh) : token;
    },
    session: ({ session }) => ({ expires: session.expires }),
    redirect: ({ url, baseUrl }) => {
      const target = URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : null;
      return target?.origin === baseUrl ? target.href : baseUrl;
    },
  },
});
