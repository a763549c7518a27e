import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { LANGUAGE_COOKIE } from "@/lib/kernel/locales";
import { chooseLocale } from "./choice";
import { loadMessages } from "./messages";

/** What next-intl answers a request with (next.config.mjs names this file). */
export default getRequestConfig(async () => {
  const locale = chooseLocale({
    chosen: (await cookies()).get(LANGUAGE_COOKIE)?.value,
    accepts: (await headers()).get("accept-language"),
  });
  return {
    locale,
    messages: await loadMessages(locale),
    // Dates are calendar dates of the badges, and moments are said in UTC.
    timeZone: "UTC",
    // A sentence that is missing is a fault of ours; nobody is shown its key.
    onError: (error) => {
      throw error;
    },
  };
});
