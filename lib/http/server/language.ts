import type { IncomingMessage, ServerResponse } from "node:http";
import { parseCookie, stringifySetCookie } from "cookie";
import { isSecureSite } from "@/lib/kernel/cookies";
import { isLocale, LANGUAGE_COOKIE, type Locale } from "@/lib/kernel/locales";

/** The pages that speak the language of their reader. The interfaces of programs and the console do not. */
const TRANSLATED = /^\/(accept|badges|embed|lti|org|password|sign-in|users|verify|wallet)(\/|\?|$)/;
const YEAR_SECONDS = 365 * 24 * 3_600;

const asSent = (value: string): string => value;

/** The `Set-Cookie` header by which the pages that follow speak this language. */
export function languageCookie(locale: Locale): string {
  return stringifySetCookie({
    name: LANGUAGE_COOKIE,
    value: locale,
    path: "/",
    sameSite: "lax",
    maxAge: YEAR_SECONDS,
    secure: isSecureSite(),
  });
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
  const { [LANGUAGE_COOKIE]: _former, ...others } = parseCookie(request.headers.cookie ?? "", {
    decode: asSent,
  });
  const cookies = Object.entries({ ...others, [LANGUAGE_COOKIE]: locale });
  // By hand: the writer of the library throws for values that browsers send all the same.
  request.headers.cookie = cookies.map(([name, value]) => `${name}=${value}`).join("; ");
  response.appendHeader("Set-Cookie", languageCookie(locale));
}
