import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "@/lib/kernel/env";
import { isLocale, LANGUAGE_COOKIE, type Locale } from "@/lib/kernel/locales";

/** The pages that speak the language of their reader. The interfaces of programs and the console do not. */
const TRANSLATED = /^\/(accept|badges|embed|lti|org|password|sign-in|users|verify|wallet)(\/|\?|$)/;
const YEAR_SECONDS = 365 * 24 * 3_600;

/** The `Set-Cookie` header by which the pages that follow speak this language. */
export function languageCookie(locale: Locale): string {
  const secure = env().APP_URL.startsWith("https:") ? "; Secure" : "";
  return `${LANGUAGE_COOKIE}=${locale}; Path=/; SameSite=Lax; Max-Age=${YEAR_SECONDS}${secure}`;
}

/**
 * Lets a link choose the language of a page, with JavaScript or without: `?lang=ja` holds for this answer and, by a
 * cookie, for those that follow. Anything but a language of ours is no choice.
 */
export function settleLanguage(request: IncomingMessage, response: ServerResponse): void {
  const address = request.url ?? "";
  if ((request.method !== "GET" && request.method !== "HEAD") || !TRANSLATED.test(address)) return;
  const [, query = ""] = address.split("?", 2);
  const locale = new URLSearchParams(query).get("lang");
  if (!isLocale(locale)) return;
  const others = (request.headers.cookie ?? "")
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "" && !part.startsWith(`${LANGUAGE_COOKIE}=`));
  request.headers.cookie = [...others, `${LANGUAGE_COOKIE}=${locale}`].join("; ");
  response.appendHeader("Set-Cookie", languageCookie(locale));
}
