"use client";

import { useFormatter } from "next-intl";
import { useHydrated } from "@/components/ui/use-hydrated";

/**
 * Returns a function that writes a moment, to the minute, in the language of the page and the zone of the reader. The
 * server does not know the zone, so until the scripts run it is in UTC and says so.
 */
export function useMomentFormat(): (value: string) => string {
  const format = useFormatter();
  const isHydrated = useHydrated();
  return (value) => {
    const timeZone = isHydrated ? Intl.DateTimeFormat().resolvedOptions().timeZone : "UTC";
    const text = format.dateTime(new Date(value), { dateStyle: "medium", timeStyle: "short", timeZone });
    return isHydrated ? text : `${text} UTC`;
  };
}
