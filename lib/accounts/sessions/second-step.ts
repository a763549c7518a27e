import { z } from "zod";
import type { SignInProvider } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { buildHostCookie, hostCookieName, readCookie } from "@/lib/kernel/cookies";
import { isUuid } from "@/lib/kernel/ids";
import { getRequestContext } from "@/lib/kernel/request-context";
import { createPurposeToken, isPurposeToken } from "@/lib/kernel/secrets";
import { findPerson } from "@/lib/identity/users/service";
import type { SignInRow } from "@/lib/identity/users/serializer";

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
export function rememberFirstStep(
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
export const forgetFirstStep = (): void => {
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
export async function findSecondStep(
  cookies: string | null | undefined,
): Promise<{ person: SignInRow; provider: SignInProvider | null } | null> {
  const step = readFirstStep(cookies);
  const person = step && (await findPerson(step.id));
  return person && String(person.sessionVersion) === step.version
    ? { person, provider: step.provider }
    : null;
}
