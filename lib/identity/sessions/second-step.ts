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

const signedText = (userId: string, version: string, expiresAt: string): string =>
  `${userId}:${version}:${expiresAt}`;

/**
 * Remembers in the browser of this request that the person has proved the first factor. The cookie grants nothing by
 * itself: the second factor must follow within ten minutes.
 */
export function rememberFirstStep({ id, sessionVersion }: Pick<SignInRow, "id" | "sessionVersion">): void {
  const expiresAt = String(clock.now().getTime() + LIFETIME_SECONDS * 1000);
  const proof = createPurposeToken(PURPOSE, signedText(id, String(sessionVersion), expiresAt));
  const value = [id, sessionVersion, expiresAt, proof].join(".");
  getRequestContext()?.setCookies.push(buildHostCookie(COOKIE, value, LIFETIME_SECONDS));
}

/** Ends the second step of this browser, after the sign-in. */
export const forgetFirstStep = (): void => {
  getRequestContext()?.setCookies.push(buildHostCookie(COOKIE, "", 0));
};

/** Reads the account of the cookie, and its version at the first step. Null without a valid cookie. */
function readFirstStep(cookies: string | null | undefined): { id: string; version: string } | null {
  const value = readCookie(cookies, hostCookieName(COOKIE)) ?? "";
  const [id = "", version = "", expiresAt = "", proof = ""] = value.split(".");
  const isValid =
    isUuid(id) &&
    Number(expiresAt) > clock.now().getTime() &&
    isPurposeToken(proof, PURPOSE, signedText(id, version, expiresAt));
  return isValid ? { id, version } : null;
}

/**
 * Finds the person who has proved the first factor in this browser within the last ten minutes. Null otherwise, and
 * when their sessions were ended since.
 */
export async function findSecondStepPerson(cookies: string | null | undefined): Promise<SignInRow | null> {
  const step = readFirstStep(cookies);
  const person = step && (await findPerson(step.id));
  return person && String(person.sessionVersion) === step.version ? person : null;
}
