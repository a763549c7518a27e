import { LANGUAGE_COOKIE, type Locale } from "@/lib/kernel/locales";
import { chooseLocale } from "@/lib/languages/choice";

const chosen = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([\\w-]+)`);

/** The language of whoever sent a request that a route answers in words. */
export const readerLocale = ({ headers }: Request): Locale =>
  chooseLocale({
    chosen: chosen.exec(headers.get("cookie") ?? "")?.[1],
    accepts: headers.get("accept-language"),
  });
