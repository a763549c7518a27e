import { askedAddress } from "@/lib/http/server/asked-address";
import { chosenLook, cookieValue } from "@/lib/kernel/cookies";
import { isLocale, LANGUAGE_COOKIE, type Locale } from "@/lib/kernel/locales";
import { chooseLocale } from "@/lib/delivery/languages/choice";

/** Reads the query of the address that was requested, before the server rewrote it. */
export const askedQuery = ({ headers }: Request): URLSearchParams =>
  new URLSearchParams(askedAddress((name) => headers.get(name))?.split("?")[1]);

/** Chooses the language of a response: from the query parameter `lang`, the cookie or the Accept-Language header. */
export function readerLocale(request: Request): Locale {
  const { headers } = request;
  const linked = askedQuery(request).get("lang");
  if (isLocale(linked)) return linked;
  return chooseLocale({
    chosen: cookieValue(headers.get("cookie"), LANGUAGE_COOKIE),
    accepts: headers.get("accept-language"),
  });
}

/** Reads the theme from the request's cookie; empty for the system's theme. */
export const readerLook = ({ headers }: Request): "light" | "dark" | "" => chosenLook(headers.get("cookie"));
