import type { SignInOutcome } from "@/lib/accounts/sessions/options";
import { buildLanguageCookie } from "@/lib/http/server/language";

/**
 * Adds to next-auth's response what it does not support: 429 after too many wrong passwords, and the account's language
 * for all pages after the sign-in.
 */
export function prepareSignInResponse(response: Response, { locale, retryAfter }: SignInOutcome): Response {
  const headers = new Headers(response.headers);
  if (locale) headers.append("Set-Cookie", buildLanguageCookie(locale));
  if (retryAfter !== undefined) headers.set("Retry-After", retryAfter);
  const isRefused = retryAfter !== undefined && response.status === 401;
  return new Response(response.body, { status: isRefused ? 429 : response.status, headers });
}
