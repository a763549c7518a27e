import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { isLocale, LANGUAGE_COOKIE } from "@/lib/kernel/locales";
import { chooseLocale } from "./choose-locale";
import { loadMessages } from "./messages";

const readLocale = async () =>
  chooseLocale({
    chosen: (await cookies()).get(LANGUAGE_COOKIE)?.value,
    accepts: (await headers()).get("accept-language"),
  });

/**
 * The request configuration of next-intl (next.config.mjs names this file). A page that sets its own locale, such as
 * those of the console, has precedence over the reader's language.
 */
export default getRequestConfig(async ({ requestLocale }) => {
  const fixed = await requestLocale;
  const locale = isLocale(fixed) ? fixed : await readLocale();
  return {
    locale,
    messages: await loadMessages(locale),
    // Dates are calendar dates of badges, and times are shown in UTC.
    timeZone: "UTC",
    // A missing message is a bug. Throw, so that no one sees its key.
    onError: (error) => {
      throw error;
    },
  };
});
