import { askedAddress } from "@/lib/http/server/asked-address";
import { chosenLook, cookieValue } from "@/lib/kernel/cookies";
import { isLocale, LANGUAGE_COOKIE, type Locale } from "@/lib/kernel/locales";
import { chooseLocale } from "@/lib/delivery/languages/choice";

/** The query of the address that a request was sent to, before the server of ours led it elsewhere. */
export const askedQuery = ({ headers }: Request): URLSearchParams =>
  new URLSearchParams(askedAddress((name) => headers.get(name))?.split("?")[1]);

/** The language of the sender of a request that a route answers in words; a link to the same page may choose it. */
export function readerLocale(request: Request): Locale {
  const { headers } = request;
  const linked = askedQuery(request).get("lang");
  if (isLocale(linked)) return linked;
  return chooseLocale({
    chosen: cookieValue(headers.get("cookie"), LANGUAGE_COOKIE),
    accepts: headers.get("accept-language"),
  });
}

/** The look that the sender of a request has chosen; empty for the one of their system. */
export const readerLook = ({ headers }: Request): "light" | "dark" | "" => chosenLook(headers.get("cookie"));
