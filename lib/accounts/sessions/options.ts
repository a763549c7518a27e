import type { AuthOptions, User } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import type { SignInProvider } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { normalizeEmailAddress } from "@/lib/kernel/email-address";
import { isProviderRequired } from "@/lib/organizations/identity-providers/service";
import { isLocale, type Locale } from "@/lib/kernel/locales";
import { log } from "@/lib/kernel/log";
import { NEVER } from "@/lib/identity/users/sessions";
import { findPerson } from "@/lib/identity/users/service";
import { recordOpening } from "./open-session";
import { mustUseProvider } from "@/lib/accounts/accounts/required-provider";
import {
  beginSession,
  endSessionByClaims,
  encodeSession,
  SESSION_SECONDS,
  sessionCookieName,
  sessionCookieOptions,
} from "./session";
import {
  expectSecondStep,
  SIGN_IN_ERRORS,
  signInThroughProvider,
  signInWithPasskey,
  signInWithPassword,
  signInWithSecondFactor,
  type ProvenPerson,
} from "./sign-in";

/** What next-auth passes from a provider to the session's claims. */
type SessionUser = User & {
  version: number;
  locale: string;
  hasSecondFactor: boolean;
  provedAt: Date | undefined;
  provider: SignInProvider | null;
};

const isSessionUser = (user: User): user is SessionUser => "version" in user;

const toSessionUser = ({
  person,
  hasSecondFactor,
  provedAt,
  provider = null,
}: ProvenPerson): SessionUser => ({
  id: person.id,
  version: person.sessionVersion,
  locale: person.locale,
  hasSecondFactor,
  provedAt,
  provider,
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

/** The ways to sign in with a form: the id of the provider, its fields, and the check of what was entered. */
function formProvider(
  id: string,
  fields: readonly string[],
  outcome: SignInOutcome,
  check: (
    read: (field: string) => string,
    onLimited: (retryAfter: string) => void,
  ) => Promise<ProvenPerson | null>,
) {
  const onLimited = (retryAfter: string): void => {
    outcome.retryAfter = retryAfter;
  };
  return CredentialsProvider({
    id,
    credentials: Object.fromEntries(fields.map((field) => [field, {}])),
    authorize: withFailureRecorded(outcome, async (given) => {
      const proven = await check((field) => String(given?.[field] ?? ""), onLimited);
      return proven && toSessionUser(proven);
    }),
  });
}

const formProviders = (outcome: SignInOutcome) => [
  formProvider("credentials", ["email", "password"], outcome, (read, onLimited) =>
    signInWithPassword(read("email"), read("password"), onLimited),
  ),
  formProvider("second-factor", ["code", "passkey"], outcome, (read, onLimited) =>
    signInWithSecondFactor(read("code"), read("passkey"), onLimited),
  ),
  formProvider("passkey", ["passkey"], outcome, (read, onLimited) =>
    signInWithPasskey(read("passkey"), onLimited),
  ),
];

type OidcProfile = {
  sub: string;
  email?: string;
  email_verified?: boolean | "true";
  amr?: unknown;
  auth_time?: unknown;
};

/** Whether the provider has checked several factors (RFC 8176). */
const hasSeveralFactors = ({ amr }: OidcProfile): boolean => Array.isArray(amr) && amr.includes("mfa");

/**
 * When the person proved who they are at the provider (OpenID Connect Core 2, `auth_time`). A provider that does not say
 * it may have let a session of its own in, which proves nothing.
 */
function readProofTime({ auth_time: seconds }: OidcProfile): Date {
  if (typeof seconds !== "number" || !Number.isFinite(seconds)) return NEVER;
  return new Date(Math.max(0, Math.min(seconds * 1000, clock.now().getTime())));
}

/**
 * Finds the person of a profile whose address the provider has verified. Without one the user has no version, and
 * sign-in is refused.
 */
async function findOidcUser(profile: OidcProfile): Promise<User> {
  const isEmailVerified = profile.email_verified === true || profile.email_verified === "true";
  const proven =
    isEmailVerified && profile.email
      ? await signInThroughProvider(profile.email, {
          hasSecondFactor: hasSeveralFactors(profile),
          provedAt: readProofTime(profile),
        })
      : null;
  return proven ? toSessionUser(proven) : { id: profile.sub };
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

/** Whether the person may sign in only through the provider of their organization, which the one of the installation is not. */
async function isProviderMissing(userId: string, email = ""): Promise<boolean> {
  if (await isProviderRequired(normalizeEmailAddress(email))) return true;
  const person = await findPerson(userId);
  return person !== null && mustUseProvider(person);
}

/** What a sign-in through the provider of the installation lacks, as the code of an error. Null when it is enough. */
async function findOidcProblem(user: SessionUser, email: string | undefined): Promise<string | null> {
  if (await isProviderMissing(user.id, email)) return SIGN_IN_ERRORS.providerRequired;
  return !user.hasSecondFactor && (await expectSecondStep(user.id)) ? SIGN_IN_ERRORS.secondFactor : null;
}

/** Builds next-auth's configuration for one request, whose result is written to `outcome`. */
export const authOptions = (outcome: SignInOutcome = {}): AuthOptions => ({
  secret: env().SESSION_SECRET,
  useSecureCookies: env().APP_URL.startsWith("https:"),
  providers: [...formProviders(outcome), ...(env().oidc ? [oidcProvider(outcome)] : [])],
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
    signIn: withFailureRecorded(outcome, async ({ user, account, profile }) => {
      if (!isSessionUser(user)) return false;
      const problem = account?.provider === "oidc" ? await findOidcProblem(user, profile?.email) : null;
      if (problem) return `/sign-in?error=${problem}`;
      await recordOpening({ id: user.id, sessionVersion: user.version });
      if (isLocale(user.locale)) outcome.locale = user.locale;
      return true;
    }),
    // These are the only claims. lib/accounts/sessions/session.ts reads them.
    jwt: withFailureRecorded(outcome, async ({ token, user }) => {
      const signedInUser = user as SessionUser | undefined;
      return signedInUser ? beginSession(signedInUser, signedInUser) : token;
    }),
    session: ({ session }) => ({ expires: session.expires }),
    redirect: ({ url, baseUrl }) => {
      const target = URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : null;
      return target?.origin === baseUrl ? target.href : baseUrl;
    },
  },
});
