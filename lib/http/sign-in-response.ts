import { RETRY_AFTER_SECONDS, TOO_MANY_ATTEMPTS } from "@/lib/auth/sign-in-limit";
import type { Locale } from "@/lib/kernel/locales";
import { languageCookie } from "./language";

/** next-auth knows no 429: its 401 that tells of too many attempts becomes one. */
async function withRetryAfter(response: Response): Promise<Response> {
  const body = response.status === 401 ? await response.clone().text() : "";
  if (!body.includes(TOO_MANY_ATTEMPTS)) return response;
  const headers = new Headers(response.headers);
  headers.set("Retry-After", String(RETRY_AFTER_SECONDS));
  return new Response(body, { status: 429, headers });
}

/**
 * What next-auth answers, with what it does not know: 429, and that from a sign-in on the pages speak the language of
 * the account. `locale` is null for whatever is no successful sign-in.
 */
export async function signInResponse(response: Response, locale: Locale | null): Promise<Response> {
  if (!locale) return withRetryAfter(response);
  const headers = new Headers(response.headers);
  headers.append("Set-Cookie", languageCookie(locale));
  return new Response(response.body, { status: response.status, headers });
}
