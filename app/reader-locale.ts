import { readRequestedAddress } from "@/lib/http/server/requested-address";
import { readTheme, readCookie } from "@/lib/kernel/cookies";
import { isLocale, LANGUAGE_COOKIE, type Locale } from "@/lib/kernel/locales";
import { chooseLocale } from "@/lib/platform/languages/choose-locale";

/** Reads the query of the address that was requested, before the server rewrote it. */
export const readRequestedQuery = ({ headers }: Request): URLSearchParams =>
  new URLSearchParams(readRequestedAddress((name) => headers.get(name))?.split("?")[1]);

/** Chooses the language of a response: from the query parameter `lang`, the cookie or the Accept-Language header. */
export function chooseReaderLocale(request: Request): Locale {
  const { headers } = request;
  const linked = readRequestedQuery(request).get("lang");
  if (isLocale(linked)) return linked;
  return chooseLocale({
    chosen: readCookie(headers.get("cookie"), LANGUAGE_COOKIE),
    accepts: headers.get("accept-language"),
  });
}

/** Reads the theme from the request's cookie; empty for the system's theme. */
export const readerTheme = ({ headers }: Request): "light" | "dark" | "" => readTheme(headers.get("cookie"));
