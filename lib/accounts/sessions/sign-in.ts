import type { SignInProvider } from "@/lib/access/callers/caller";
import { rateLimitKey } from "@/lib/kernel/client-address";
import { env } from "@/lib/kernel/env";
import { ApiError, unprocessable } from "@/lib/kernel/errors";
import { normalizeEmailAddress } from "@/lib/kernel/email-address";
import { getRequestContext } from "@/lib/kernel/request-context";
import { takePoint, type RateLimitPolicy } from "@/lib/platform/limits/rate-limit";
import {
  checkPasskey,
  checkSecondFactor,
  listFactorMethods,
  type GivenFactor,
} from "@/lib/identity/second-factors/check";
import { buildRequestOptions } from "@/lib/identity/second-factors/passkeys";
import { oneTimeCode, PasskeyAnswer, type PasskeyOptions } from "@/lib/identity/second-factors/schema";
import { findConfirmedPerson, findPerson } from "@/lib/identity/users/service";
import type { SignInRow } from "@/lib/identity/users/serializer";
import { signInByPassword } from "./password-sign-in";
import { findProviderOfAddress } from "@/lib/organizations/identity-providers/service";
import { serviceAddresses } from "@/lib/organizations/identity-providers/serializer";
import type { ProviderSignInInput, SignInOptionsInput } from "./schema";
import { PROVIDER_REQUIRED, requireNoProvider } from "@/lib/accounts/accounts/required-provider";
import { z } from "zod";
import { clock } from "@/lib/kernel/clock";
import { buildHostCookie, hostCookieName, readCookie } from "@/lib/kernel/cookies";
import { isUuid } from "@/lib/kernel/ids";
import { createPurposeToken, isPurposeToken } from "@/lib/kernel/secrets";

const COOKIE = "badges.second_step";
const PURPOSE = "second-step";
/** How long a person may take to find their second factor. */
const LIFETIME_SECONDS = 10 * 60;

const SignInProviderShape = z.object({
  organizationId: z.string(),
  domain: z.string(),
  certificate: z.string(),
}) satisfies z.ZodType<SignInProvider>;

const encodeProvider = (provider: SignInProvider | null): string =>
  provider ? Buffer.from(JSON.stringify(provider)).toString("base64url") : "";

/** Decodes the provider in a cookie whose signature was checked. */
const decodeProvider = (encoded: string): SignInProvider | null =>
  encoded === ""
    ? null
    : SignInProviderShape.parse(JSON.parse(Buffer.from(encoded, "base64url").toString("utf8")));

const signedText = (userId: string, version: string, expiresAt: string, provider: string): string =>
  [userId, version, expiresAt, ...(provider === "" ? [] : [provider])].join(":");

/**
 * Remembers in the browser of this request that the person has proved the first factor, and the provider of an organization
 * if that was it. The cookie grants nothing by itself: the second factor must follow within ten minutes.
 */
function rememberFirstStep(
  { id, sessionVersion }: Pick<SignInRow, "id" | "sessionVersion">,
  provider: SignInProvider | null,
): void {
  const expiresAt = String(clock.now().getTime() + LIFETIME_SECONDS * 1000);
  const encoded = encodeProvider(provider);
  const proof = createPurposeToken(PURPOSE, signedText(id, String(sessionVersion), expiresAt, encoded));
  const value = [id, sessionVersion, expiresAt, proof, ...(encoded === "" ? [] : [encoded])].join(".");
  getRequestContext()?.setCookies.push(buildHostCookie(COOKIE, value, LIFETIME_SECONDS));
}

/** Ends the second step of this browser, after the sign-in. */
const forgetFirstStep = (): void => {
  getRequestContext()?.setCookies.push(buildHostCookie(COOKIE, "", 0));
};

type FirstStep = { id: string; version: string; provider: SignInProvider | null };

/** Reads the account of the cookie, its version at the first step, and the provider. Null without a valid cookie. */
function readFirstStep(cookies: string | null | undefined): FirstStep | null {
  const value = readCookie(cookies, hostCookieName(COOKIE)) ?? "";
  const [id = "", version = "", expiresAt = "", proof = "", provider = ""] = value.split(".");
  const isValid =
    isUuid(id) &&
    Number(expiresAt) > clock.now().getTime() &&
    isPurposeToken(proof, PURPOSE, signedText(id, version, expiresAt, provider));
  return isValid ? { id, version, provider: decodeProvider(provider) } : null;
}

/**
 * Finds the person who has proved the first factor in this browser within the last ten minutes, and the provider of an
 * organization if that was it. Null otherwise, and when their sessions were ended since.
 */
async function findSecondStep(
  cookies: string | null | undefined,
): Promise<{ person: SignInRow; provider: SignInProvider | null } | null> {
  const step = readFirstStep(cookies);
  const person = step && (await findPerson(step.id));
  return person && String(person.sessionVersion) === step.version
    ? { person, provider: step.provider }
    : null;
}

/**
 * A person who has proved who they are, whether with a second factor, when if not just now, and the provider of an
 * organization through which they did.
 */
export type ProvenPerson = {
  person: SignInRow;
  hasSecondFactor: boolean;
  provedAt?: Date;
  provider?: SignInProvider | null;
};

/** The codes of errors of a sign-in, which the sign-in page gets. */
export const SIGN_IN_ERRORS = {
  tooManyAttempts: "too_many_attempts",
  /** The first step succeeded, by a password or a provider, and the account has a second factor. */
  secondFactor: "second_factor",
  wrongFactor: "wrong_factor",
  /** The second factor came later than ten minutes after the first step. */
  secondStepExpired: "second_step_expired",
  /** The organization lets its people sign in only through its own provider. */
  providerRequired: PROVIDER_REQUIRED,
} as const;

/** next-auth passes only the message of an error on, as the code that the sign-in page gets. */
const signInError = (code: (typeof SIGN_IN_ERRORS)[keyof typeof SIGN_IN_ERRORS], cause?: unknown): Error =>
  new Error(code, { cause });

/** Runs a sign-in. `onLimited` gets the seconds to wait after too many wrong passwords or codes. */
async function withAttemptLimit<Result>(
  work: () => Promise<Result>,
  onLimited: (retryAfter: string) => void,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === PROVIDER_REQUIRED) throw signInError(SIGN_IN_ERRORS.providerRequired, error);
    if (error.status !== 429) throw error;
    onLimited(error.headers["Retry-After"] ?? "60");
    throw signInError(SIGN_IN_ERRORS.tooManyAttempts, error);
  }
}

/**
 * Whether the account of a person who has proved the first factor has a second one, which is then expected from this
 * browser within ten minutes. `provider`: the provider of an organization that was the first factor.
 */
export async function expectSecondStep(
  userId: string,
  provider: SignInProvider | null = null,
): Promise<boolean> {
  if ((await listFactorMethods(userId)).length === 0) return false;
  const person = await findPerson(userId);
  if (person) rememberFirstStep(person, provider);
  return true;
}

/** Signs in by address and password. Returns null when one is wrong. Throws an error of SIGN_IN_ERRORS otherwise. */
export const signInWithPassword = (
  email: string,
  password: string,
  onLimited: (retryAfter: string) => void,
): Promise<ProvenPerson | null> =>
  withAttemptLimit(async () => {
    const person = await signInByPassword(normalizeEmailAddress(email), password);
    if (!person) return null;
    if (await expectSecondStep(person.id)) throw signInError(SIGN_IN_ERRORS.secondFactor);
    return { person, hasSecondFactor: false };
  }, onLimited);

/** Parses the answer of a passkey as the sign-in form sends it. Null when it is missing or not of that form. */
function parseAnswer(text: string): PasskeyAnswer | null {
  try {
    return PasskeyAnswer.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

const readFactor = (code: string, passkey: string): GivenFactor => ({
  code: oneTimeCode().safeParse(code).data,
  passkey: parseAnswer(passkey) ?? undefined,
});

/**
 * Finishes a sign-in by the second factor: a code, or the answer of a passkey in JSON. Throws an error of
 * SIGN_IN_ERRORS.
 */
export const signInWithSecondFactor = (
  code: string,
  passkey: string,
  onLimited: (retryAfter: string) => void,
): Promise<ProvenPerson> =>
  withAttemptLimit(async () => {
    const step = await findSecondStep(getRequestContext()?.cookies);
    if (!step) throw signInError(SIGN_IN_ERRORS.secondStepExpired);
    const { person, provider } = step;
    const purpose = { use: "second-step", subject: person.id } as const;
    if (!(await checkSecondFactor(person, readFactor(code, passkey), purpose)))
      throw signInError(SIGN_IN_ERRORS.wrongFactor);
    forgetFirstStep();
    return { person, hasSecondFactor: true, provider };
  }, onLimited);

/**
 * Signs in by a passkey alone. Its user was verified by a PIN or a fingerprint, so it is two factors. Throws an error
 * of SIGN_IN_ERRORS for an answer that is not acceptable.
 */
export const signInWithPasskey = (
  passkey: string,
  onLimited: (retryAfter: string) => void,
): Promise<ProvenPerson> =>
  withAttemptLimit(async () => {
    const answer = parseAnswer(passkey);
    const found = answer && (await checkPasskey(answer, { use: "sign-in", subject: "" }));
    const person = found && (await findPerson(found.userId));
    if (!person) throw signInError(SIGN_IN_ERRORS.wrongFactor);
    await requireNoProvider(person);
    return { person, hasSecondFactor: true };
  }, onLimited);

/**
 * Signs in a person whose address a provider has verified. `hasSecondFactor`: the provider has checked one. `provedAt`: when
 * the person proved who they are there, which may be long ago.
 */
export async function signInThroughProvider(
  email: string,
  proof: { hasSecondFactor: boolean; provedAt: Date },
): Promise<ProvenPerson | null> {
  const person = await findConfirmedPerson(normalizeEmailAddress(email));
  return person && { person, ...proof };
}

/**
 * Finds where the people of an address sign in at the provider of their organization. Null without one. It depends on the
 * domain alone. Throws 429 after sixty requests of a client in a minute.
 */
export async function findProviderSignIn({ email }: ProviderSignInInput): Promise<{ url: string | null }> {
  await takeSignInQuota();
  const provider = await findProviderOfAddress(email);
  return { url: provider && serviceAddresses(provider.organizationId).sign_in_url };
}

/** Options that one client requests. */
const OPTIONS_POLICY: RateLimitPolicy = { name: "passkey-options", points: 60, seconds: 60 };

/**
 * Sign-ins through an organization that one client address begins or ends. The people of a company often share an address,
 * and begin at nine o'clock.
 */
const PROVIDER_POLICY: RateLimitPolicy = { name: "provider-sign-ins", points: 1_200, seconds: 60 };

/** Throws 429 after 1,200 steps of sign-ins through organizations in a minute. */
export const takeProviderQuota = (): Promise<void> => takeSignInQuota(PROVIDER_POLICY);

async function takeSignInQuota(policy = OPTIONS_POLICY): Promise<void> {
  if (env().RATE_LIMIT === null) return;
  const key = rateLimitKey(getRequestContext()?.address ?? "unknown");
  await takePoint(policy, key, "Too many attempts to sign in. Try again later.");
}

/**
 * Builds the options for a passkey on the sign-in page: for the second step of the person who has given their password
 * in this browser, or else for a sign-in by a passkey alone. Throws 422 without a first step, and 429 after sixty requests
 * of a client in a minute.
 */
export async function buildSignInOptions({
  second_step: isSecondStep,
}: SignInOptionsInput): Promise<PasskeyOptions> {
  await takeSignInQuota();
  if (!isSecondStep) return buildRequestOptions({ use: "sign-in", subject: "" }, null);
  const step = await findSecondStep(getRequestContext()?.cookies);
  if (!step) throw unprocessable(SIGN_IN_ERRORS.secondStepExpired, "Sign in with your password again.");
  const { id } = step.person;
  return buildRequestOptions({ use: "second-step", subject: id }, id);
}
