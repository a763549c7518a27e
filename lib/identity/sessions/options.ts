import type { AuthOptions, User } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { recordActivity } from "@/lib/identity/account-activity/service";
import { promptEmployments } from "@/lib/workforce/employees/connection";
import { assignUnclaimedRecords } from "@/lib/badges/issued/association";
import { normalizeEmailAddress } from "@/lib/kernel/email-address";
import { env } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";
import { isLocale, type Locale } from "@/lib/kernel/locales";
import { log } from "@/lib/kernel/log";
import { rememberDevice } from "@/lib/identity/users/devices";
import { findConfirmedPerson, recordAccountOpened } from "@/lib/identity/users/service";
import type { SignInRow } from "@/lib/identity/users/serializer";
import { signInByPassword } from "./password-sign-in";
import {
  endSessionByClaims,
  buildClaims,
  encodeSession,
  SESSION_SECONDS,
  sessionCookieName,
  sessionCookieOptions,
} from "./session";

/** What next-auth passes from a provider to the session's claims. */
type SessionUser = User & { version: number; locale: string };

const isSessionUser = (user: User): user is SessionUser => "version" in user;

const toSessionUser = ({ id, sessionVersion, locale }: SignInRow): SessionUser => ({
  id,
  version: sessionVersion,
  locale,
});

/** The result of a request to next-auth that its own response does not contain. */
export type SignInOutcome = {
  /** The language of the account that was signed in to. */
  locale?: Locale;
  /** After how many seconds a client with too many wrong passwords may try again. */
  retryAfter?: string;
  /** An error on our side. next-auth responds to it as to a wrong password. */
  failure?: unknown;
};

/** Wraps `work` so that its error is stored in the outcome. */
const withFailureRecorded =
  <Arguments extends unknown[], Result>(
    outcome: SignInOutcome,
    work: (...given: Arguments) => Promise<Result>,
  ) =>
  (...given: Arguments): Promise<Result> =>
    work(...given).catch((error: unknown) => {
      outcome.failure = error;
      throw error;
    });

/** The error code that the sign-in page gets after too many wrong passwords. */
const TOO_MANY_ATTEMPTS = "too_many_attempts";

/** Returns null for a wrong address or password. */
async function authorize(
  email: string,
  password: string,
  outcome: SignInOutcome,
): Promise<SessionUser | null> {
  try {
    const person = await signInByPassword(email, password);
    return person && toSessionUser(person);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) throw error;
    outcome.retryAfter = error.headers["Retry-After"] ?? "60";
    // next-auth keeps only the message and knows no 429. The route turns it into one.
    throw new Error(TOO_MANY_ATTEMPTS, { cause: error });
  }
}

const passwordProvider = (outcome: SignInOutcome) =>
  CredentialsProvider({
    credentials: { email: { type: "email" }, password: { type: "password" } },
    authorize: withFailureRecorded(outcome, (given) =>
      authorize(normalizeEmailAddress(String(given?.email ?? "")), String(given?.password ?? ""), outcome),
    ),
  });

type OidcProfile = { sub: string; email?: string; email_verified?: boolean | "true" };

/**
 * Finds the person of a profile whose address the provider has verified. Without one the user has no version, and
 * sign-in is refused.
 */
async function findOidcUser(profile: OidcProfile): Promise<User> {
  const isEmailVerified = profile.email_verified === true || profile.email_verified === "true";
  const person =
    isEmailVerified && profile.email ? await findConfirmedPerson(normalizeEmailAddress(profile.email)) : null;
  return person ? toSessionUser(person) : { id: profile.sub };
}

function oidcProvider(outcome: SignInOutcome): OAuthConfig<OidcProfile> {
  const { OIDC_ISSUER = "", OIDC_NAME, OIDC_CLIENT_ID = "", OIDC_CLIENT_SECRET } = env();
  return {
    id: "oidc",
    name: OIDC_NAME,
    type: "oauth",
    wellKnown: `${OIDC_ISSUER.replace(/\/$/, "")}/.well-known/openid-configuration`,
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    // A client without a secret is public, and protected by PKCE.
    ...(OIDC_CLIENT_SECRET
      ? { clientSecret: OIDC_CLIENT_SECRET }
      : { client: { token_endpoint_auth_method: "none" as const } }),
    authorization: { params: { scope: "openid email profile" } },
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    profile: withFailureRecorded(outcome, findOidcUser),
  };
}

/** Builds next-auth's configuration for one request, whose result is written to `outcome`. */
export const authOptions = (outcome: SignInOutcome = {}): AuthOptions => ({
  secret: env().SESSION_SECRET,
  useSecureCookies: env().APP_URL.startsWith("https:"),
  providers: [passwordProvider(outcome), ...(env().oidc ? [oidcProvider(outcome)] : [])],
  pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
  logger: {
    error: (code, metadata) =>
      log.warn({ code, err: metadata instanceof Error ? metadata : metadata.error }, "next-auth"),
    warn: (code) => log.warn({ code }, "next-auth"),
  },
  session: { strategy: "jwt", maxAge: SESSION_SECONDS },
  jwt: { encode: ({ token }) => encodeSession(token ?? {}) },
  events: { signOut: withFailureRecorded(outcome, ({ token }) => endSessionByClaims(token)) },
  cookies: { sessionToken: { name: sessionCookieName(), options: sessionCookieOptions() } },
  callbacks: {
    signIn: withFailureRecorded(outcome, async ({ user }) => {
      if (!isSessionUser(user)) return false;
      await recordAccountOpened(user.id);
      await recordActivity(user.id, "sign_in");
      // Badges issued between the confirmation of the address and this sign-in, or before the admin command confirmed
      // it, are associated now.
      await assignUnclaimedRecords(user.id);
      // Employers' requests to connect become pending at the sign-in (specification, "employee enters pending").
      await promptEmployments(user.id);
      rememberDevice({ id: user.id, sessionVersion: user.version });
      if (isLocale(user.locale)) outcome.locale = user.locale;
      return true;
    }),
    // These are the only claims. lib/identity/sessions/session.ts reads them.
    jwt: ({ token, user }) => {
      const signedInUser = user as SessionUser | undefined;
      return signedInUser ? buildClaims(signedInUser) : token;
    },
    session: ({ session }) => ({ expires: session.expires }),
    redirect: ({ url, baseUrl }) => {
      const target = URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : null;
      return target?.origin === baseUrl ? target.href : baseUrl;
    },
  },
});
