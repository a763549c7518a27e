import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { LANGUAGE_COOKIE } from "@/lib/kernel/locales";
import { chooseLocale } from "./choose-locale";
import { loadMessages } from "./messages";

/** The request configuration of next-intl (next.config.mjs names this file). */
export default getRequestConfig(async () => {
  const locale = chooseLocale({
    chosen: (await cookies()).get(LANGUAGE_COOKIE)?.value,
    accepts: (await headers()).get("accept-language"),
  });
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
