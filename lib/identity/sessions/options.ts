import type { AuthOptions, User } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { recordActivity } from "@/lib/identity/account-activity/service";
import { promptEmployments } from "@/lib/workforce/employees/connection";
import { associateWaiting } from "@/lib/badges/issued/association";
import { normalizeEmailAddress } from "@/lib/kernel/email-address";
import { env } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";
import { isLocale, type Locale } from "@/lib/kernel/locales";
import { log } from "@/lib/kernel/log";
import { rememberDevice } from "@/lib/identity/users/devices";
import { findConfirmedPerson, noteOpened } from "@/lib/identity/users/service";
import type { SignInRow } from "@/lib/identity/users/serializer";
import { signInByPassword } from "./password-sign-in";
import {
  endSessionOf,
  newClaims,
  sealSession,
  SESSION_SECONDS,
  sessionCookieName,
  sessionCookieOptions,
} from "./session";

/** What next-auth carries from a provider to the session's claims. */
type SessionUser = User & { version: number; locale: string };

const isSessionUser = (user: User): user is SessionUser => "version" in user;

const sessionUser = ({ id, sessionVersion, locale }: SignInRow): SessionUser => ({
  id,
  version: sessionVersion,
  locale,
});

/** What comes of a request to next-auth that its own answer does not tell. */
export type SignInOutcome = {
  /** The language of the account that was signed in to. */
  locale?: Locale;
  /** After how many seconds a client that guessed too often may try again. */
  retryAfter?: string;
  /** An error on our side, which next-auth answers as it answers a wrong password. */
  failure?: unknown;
};

/** Keeps an error of `work` in the outcome. */
const reporting =
  <Given extends unknown[], Result>(outcome: SignInOutcome, work: (...given: Given) => Promise<Result>) =>
  (...given: Given): Promise<Result> =>
    work(...given).catch((error: unknown) => {
      outcome.failure = error;
      throw error;
    });

/** What the sign-in page reads when there were too many wrong passwords. */
const TOO_MANY_ATTEMPTS = "too_many_attempts";

/** Null for a wrong address or password. */
async function authorize(
  email: string,
  password: string,
  outcome: SignInOutcome,
): Promise<SessionUser | null> {
  try {
    const person = await signInByPassword(email, password);
    return person && sessionUser(person);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) throw error;
    outcome.retryAfter = error.headers["Retry-After"] ?? "60";
    // next-auth passes on the message and knows no 429; the route makes one of it.
    throw new Error(TOO_MANY_ATTEMPTS, { cause: error });
  }
}

const passwordProvider = (outcome: SignInOutcome) =>
  CredentialsProvider({
    credentials: { email: { type: "email" }, password: { type: "password" } },
    authorize: reporting(outcome, (given) =>
      authorize(normalizeEmailAddress(String(given?.email ?? "")), String(given?.password ?? ""), outcome),
    ),
  });

type OidcProfile = { sub: string; email?: string; email_verified?: boolean | "true" };

/** The person of a profile whose address the provider vouches for; without one the user has no version, and is refused. */
async function oidcUser(profile: OidcProfile): Promise<User> {
  const isVouched = profile.email_verified === true || profile.email_verified === "true";
  const person =
    isVouched && profile.email ? await findConfirmedPerson(normalizeEmailAddress(profile.email)) : null;
  return person ? sessionUser(person) : { id: profile.sub };
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
    // A client without a secret is a public one, which PKCE protects.
    ...(OIDC_CLIENT_SECRET
      ? { clientSecret: OIDC_CLIENT_SECRET }
      : { client: { token_endpoint_auth_method: "none" as const } }),
    authorization: { params: { scope: "openid email profile" } },
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    profile: reporting(outcome, oidcUser),
  };
}

/** Returns next-auth's configuration for one request, in which it fills in `outcome`. */
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
  jwt: { encode: ({ token }) => sealSession(token ?? {}) },
  events: { signOut: reporting(outcome, ({ token }) => endSessionOf(token)) },
  cookies: { sessionToken: { name: sessionCookieName(), options: sessionCookieOptions() } },
  callbacks: {
    signIn: reporting(outcome, async ({ user }) => {
      if (!isSessionUser(user)) return false;
      await noteOpened(user.id);
      await recordActivity(user.id, "sign_in");
      // What was issued while the address was being confirmed, or confirmed by the admin command, waits no longer.
      await associateWaiting(user.id);
      // Employers who asked to connect are brought up at the sign-in (specification, "employee enters pending").
      await promptEmployments(user.id);
      rememberDevice({ id: user.id, sessionVersion: user.version });
      if (isLocale(user.locale)) outcome.locale = user.locale;
      return true;
    }),
    // The claims are these and nothing else; lib/identity/sessions/session.ts reads them.
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
