"use client";

import { useHydrated } from "@/components/ui/use-hydrated";

const DAY = { day: "numeric", month: "short", year: "numeric" } as const;
const TIME = { hour: "2-digit", minute: "2-digit" } as const;

const DATE_IN_UTC = new Intl.DateTimeFormat("en-GB", { ...DAY, timeZone: "UTC" });

/** The formats of a time of day: in UTC, and in the zone of this browser. */
const formatsOf = (time: Intl.DateTimeFormatOptions) => ({
  inUtc: new Intl.DateTimeFormat("en-GB", { ...time, timeZone: "UTC" }),
  here: new Intl.DateTimeFormat("en-GB", time),
});
const MINUTES = formatsOf(TIME);
const SECONDS = formatsOf({ ...TIME, second: "2-digit" });

const DATE_HERE = new Intl.DateTimeFormat("en-GB", DAY);
const WITH_ZONE = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "full",
  timeStyle: "long",
});

function Moment({ value, time }: { value: string; time: typeof MINUTES }) {
  const isHydrated = useHydrated();
  const at = new Date(value);
  return (
    <time
      dateTime={value}
      title={isHydrated ? WITH_ZONE.format(at) : undefined}
      className="whitespace-nowrap"
    >
      {isHydrated
        ? `${DATE_HERE.format(at)}, ${time.here.format(at)}`
        : `${DATE_IN_UTC.format(at)}, ${time.inUtc.format(at)} UTC`}
    </time>
  );
}

/**
 * A moment, to the minute, in the zone of the reader, who sees the zone on hover. The server does not know the zone, so
 * until the scripts run it is in UTC and says so.
 */
export const MomentText = ({ value }: { value: string }) => <Moment value={value} time={MINUTES} />;

/** A moment, to the second, for events in quick succession. */
export const SecondText = ({ value }: { value: string }) => <Moment value={value} time={SECONDS} />;
