import { randomBytes } from "node:crypto";
import { clock } from "@/lib/kernel/clock";
import { buildHostCookie, hostCookieName, readCookie } from "@/lib/kernel/cookies";
import { isUuid, newId } from "@/lib/kernel/ids";
import { log } from "@/lib/kernel/log";
import { digest } from "@/lib/kernel/secrets";
import { admitProvidedPerson } from "@/lib/accounts/memberships/provider-members";
import { mustUseProvider, PROVIDER_REQUIRED } from "@/lib/accounts/accounts/required-provider";
import { expectSecondStep, SIGN_IN_ERRORS } from "@/lib/accounts/sessions/sign-in";
import { openSession } from "@/lib/accounts/sessions/open-session";
import type { SignInRow } from "@/lib/identity/users/serializer";
import { fingerprintOf } from "@/lib/organizations/identity-providers/certificate";
import type { ProviderRow } from "@/lib/organizations/identity-providers/serializer";
import {
  domainOf,
  findProviderOfOrganization,
  recordTrial,
} from "@/lib/organizations/identity-providers/service";
import { RefusedResponse, type Refusal, type AssertedIdentity } from "./identity";
import { readResponse } from "./read-response";
import { buildSignInRequest, buildSignInUrl, checkResponse, REQUEST_LIFETIME_MS, toXmlId } from "./provider";
import { deleteExpiredRequests, finishRequest, insertRequest, isOpenRequest, saveIdentity } from "./queries";
import { providerDomain, serviceAddresses } from "@/lib/organizations/identity-providers/serializer";

const COOKIE = "badges.saml";
const SECRET_BYTES = 32;
const DELETED_AT_ONCE = 1_000;

/** Finds a provider that can sign people in: that of an organization with a verified domain. */
async function findUsableProvider(organizationId: string): Promise<ProviderRow | null> {
  const provider = isUuid(organizationId) ? await findProviderOfOrganization(organizationId) : null;
  return provider && providerDomain(provider) !== null ? provider : null;
}

type SignInOptions = {
  /** A path of this site, already validated. */
  returnPath: string;
  /** Whether people with a session at the provider sign in again, too. */
  forceAuthn: boolean;
  /** The origin to which the security policy of the response lets forms be sent; null: only to this site. */
  formTarget: string | null;
};

/** A sign-in that begins: by an address at the provider, by a form, or first by the policy that lets the form be sent. */
type BegunSignIn =
  | { location: string; cookie: string }
  | { form: { action: string; request: string }; cookie: string }
  | { formTarget: string };

/**
 * Begins a sign-in at the provider of an organization: returns the address there, or a form for it, and the cookie by which
 * only this browser can finish it, within ten minutes. Returns only the origin of the form while the policy of the response
 * does not allow it. Null without a provider.
 */
export async function beginSamlSignIn(
  organizationId: string,
  { returnPath, forceAuthn, formTarget }: SignInOptions,
): Promise<BegunSignIn | null> {
  const provider = await findUsableProvider(organizationId);
  if (!provider) return null;
  const { signInBinding, signInUrl } = provider;
  const { origin } = new URL(signInUrl);
  if (signInBinding === "post" && formTarget !== origin) return { formTarget: origin };
  const id = newId();
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  await insertRequest({
    id,
    organizationId: provider.organizationId,
    browserDigest: digest(secret),
    returnPath,
    expiresAt: new Date(clock.now().getTime() + REQUEST_LIFETIME_MS),
  });
  const cookie = buildHostCookie(COOKIE, `${id}.${secret}`, REQUEST_LIFETIME_MS / 1000);
  return signInBinding === "post"
    ? { form: { action: signInUrl, request: await buildSignInRequest(provider, id, { forceAuthn }) }, cookie }
    : { location: await buildSignInUrl(provider, id, { forceAuthn }), cookie };
}

async function checkOpenResponse(organizationId: string, encoded: string): Promise<string> {
  const provider = await findUsableProvider(organizationId);
  if (!provider) throw new RefusedResponse("not_available", "the organization has no provider or domain");
  const response = readResponse(encoded, serviceAddresses(provider.organizationId).response_url);
  const requestId = response.requestId.slice(1);
  const now = clock.now();
  const isExpected =
    response.requestId === toXmlId(requestId) &&
    isUuid(requestId) &&
    (await isOpenRequest(provider.organizationId, requestId, now));
  if (!isExpected) throw new RefusedResponse("not_expected", "no open request");
  const identity = await checkResponse(provider, requestId, response);
  const code = randomBytes(SECRET_BYTES).toString("base64url");
  if (!(await saveIdentity(requestId, { identity, codeDigest: digest(code), at: now })))
    throw new RefusedResponse("not_expected", "another response came before");
  return code;
}

/**
 * Accepts the response that the provider of an organization sent through the browser. Returns the code with which the
 * browser finishes the sign-in, or why the response is refused. It opens no session: the form comes from another site, so
 * the browser sends no cookie with it.
 */
export async function acceptSamlResponse(
  organizationId: string,
  encoded: string,
): Promise<{ code: string } | { refusal: Refusal }> {
  try {
    return { code: await checkOpenResponse(organizationId, encoded) };
  } catch (error) {
    if (!(error instanceof RefusedResponse)) throw error;
    log.warn({ organizationId, refusal: error.refusal, reason: error.message }, "SAML response refused");
    return { refusal: error.refusal };
  }
}

function readBrowser(cookies: string | null): { id: string; secret: string } | null {
  const [id = "", secret = ""] = (readCookie(cookies, hostCookieName(COOKIE)) ?? "").split(".");
  return isUuid(id) && secret !== "" ? { id, secret } : null;
}

/** The result of a sign-in that the provider confirmed: headers that set the session’s cookie, or an error of the sign-in page. */
type Entry = { headers: Record<string, string>; error: string | null };

/**
 * Opens the session of a person, unless another organization of theirs requires its own provider. The second factor of the
 * account is always asked for, because the organization of the provider must not decide over the whole account. What the
 * provider says of several factors counts for that organization only: others never chose it.
 */
async function openProvidedSession(
  organizationId: string,
  person: SignInRow,
  identity: AssertedIdentity,
): Promise<Entry> {
  const domain = domainOf(identity.email);
  if (await mustUseProvider(person, domain)) return { headers: {}, error: PROVIDER_REQUIRED };
  const provider = { organizationId, domain, certificate: fingerprintOf(identity.certificate) };
  if (await expectSecondStep(person.id, provider)) return { headers: {}, error: SIGN_IN_ERRORS.secondFactor };
  const { hasSecondFactor, provedAt } = identity;
  const factorOrganizationId = hasSecondFactor ? organizationId : null;
  const proof = { hasSecondFactor, provedAt, factorOrganizationId, provider };
  return { headers: await openSession(person, proof), error: null };
}

/** The end of a sign-in: the path to go on with, or why it failed. */
export type FinishedSignIn = ({ path: string } & Entry) | { refusal: Refusal };

/**
 * Finishes a sign-in in the browser that began it: admits the person to the organization and opens their session, or asks
 * for their second factor. The code counts once.
 */
export async function finishSamlSignIn(
  organizationId: string,
  code: string,
  cookies: string | null,
): Promise<FinishedSignIn> {
  const browser = readBrowser(cookies);
  const provider = await findUsableProvider(organizationId);
  if (!browser || !provider) return { refusal: browser ? "not_available" : "not_expected" };
  const key = {
    id: browser.id,
    organizationId: provider.organizationId,
    browserDigest: digest(browser.secret),
    codeDigest: digest(code),
  };
  const finished = await finishRequest(key, clock.now());
  // A provider that was changed after it was asked has not been tried, and may no longer be trusted.
  if (finished?.identity.providerVersion !== provider.updatedAt.toISOString())
    return { refusal: "not_expected" };
  const { identity, returnPath: path } = finished;
  // The domain may have been lost or changed meanwhile.
  if (domainOf(identity.email) !== providerDomain(provider)) return { refusal: "not_available" };
  const { organizationId: id, roleRules, defaultRole } = provider;
  const hasRules = roleRules.length > 0;
  const person = await admitProvidedPerson({ ...identity, organizationId: id, hasRules, defaultRole });
  if (!person) return { refusal: "wrong_address" };
  await recordTrial(provider, identity.certificate);
  return { path, ...(await openProvidedSession(id, person, identity)) };
}

/** Deletes a part of the sign-ins that have expired. Returns whether there may be more. */
export const forgetExpiredRequests = async (): Promise<boolean> =>
  (await deleteExpiredRequests(clock.now(), DELETED_AT_ONCE)) === DELETED_AT_ONCE;
