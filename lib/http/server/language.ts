import type { IncomingMessage, ServerResponse } from "node:http";
import { parseCookie, stringifySetCookie } from "cookie";
import { isSecureSite } from "@/lib/kernel/cookies";
import { isLocale, LANGUAGE_COOKIE, type Locale } from "@/lib/kernel/locales";

/** The pages that are translated. APIs and the console are not. */
const TRANSLATED_PATHS =
  /^\/($|\?|(accept|badges|conformance|embed|lti|org|password|sign-in|users|verify|wallet)(\/|\?|$))/;
const YEAR_SECONDS = 365 * 24 * 3_600;

const keepEncoded = (value: string): string => value;

/** Builds the `Set-Cookie` header that stores the language for the following pages. */
export function buildLanguageCookie(locale: Locale): string {
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
 * Lets a link choose the language of a page, with or without JavaScript: `?lang=ja` applies to this response and, by a
 * cookie, to the following ones. Unsupported languages are ignored.
 */
export function applyLanguageParameter(request: IncomingMessage, response: ServerResponse): void {
  const address = request.url ?? "";
  if ((request.method !== "GET" && request.method !== "HEAD") || !TRANSLATED_PATHS.test(address)) return;
  const [, query = ""] = address.split("?", 2);
  const locale = new URLSearchParams(query).get("lang");
  if (!isLocale(locale)) return;
  const { [LANGUAGE_COOKIE]: _former, ...others } = parseCookie(request.headers.cookie ?? "", {
    decode: keepEncoded,
  });
  const cookies = Object.entries({ ...others, [LANGUAGE_COOKIE]: locale });
  // Built by hand: the library throws for some values that browsers send.
  request.headers.cookie = cookies.map(([name, value]) => `${name}=${value}`).join("; ");
  response.appendHeader("Set-Cookie", buildLanguageCookie(locale));
}
