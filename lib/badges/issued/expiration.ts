import {
  throughDay,
  toDatedInstant,
  toIsoDate,
  hasFourDigitYear,
  type DatedInstant,
} from "@/lib/kernel/dates";
import { invalidField } from "@/lib/kernel/errors";
import type { DefaultExpiration } from "@/prisma/generated/client";

/** A template's default expiration: a fixed date, or an ISO 8601 duration from the issue. Both null: none. */
export type TemplateExpiration = {
  defaultExpiresAtType: DefaultExpiration | null;
  defaultExpiresAt: Date | null;
  defaultExpiresAtDate: Date | null;
  defaultExpiresAfter: string | null;
};

const MINUTE_MS = 60_000;
const DURATION_PART = /(\d+)([YMWDHS])/g;

const addMonths = (from: Date, months: number): Date => {
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to;
};

const CALENDAR_MONTHS: Record<string, number> = { Y: 12, M: 1 };
const DAY_SECONDS: Record<string, number> = { W: 604_800, D: 86_400 };
const SECONDS: Record<string, number> = { ...DAY_SECONDS, H: 3_600, M: 60, S: 1 };

const parseDurationParts = (text: string): [number, string][] =>
  [...text.matchAll(DURATION_PART)].map(([, amount, unit = ""]) => [Number(amount), unit]);

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Adds an ISO 8601 duration to `from`. Months end on the last day of a month when necessary (31 January + P1M). */
function addDuration(from: Date, duration: string): Date {
  // M means months before the T, and minutes after it.
  const [calendar = "", time = ""] = duration.slice(1).split("T");
  const months = parseDurationParts(calendar).map(([amount, unit]) => amount * (CALENDAR_MONTHS[unit] ?? 0));
  const days = parseDurationParts(calendar).filter(([, unit]) => unit in DAY_SECONDS);
  const seconds = [...days, ...parseDurationParts(time)].map(
    ([amount, unit]) => amount * (SECONDS[unit] ?? 0),
  );
  return new Date(addMonths(from, sum(months)).getTime() + sum(seconds) * 1000);
}

function defaultExpiration(template: TemplateExpiration, issued: DatedInstant): DatedInstant | null {
  switch (template.defaultExpiresAtType) {
    case null:
      return null;
    case "date":
      return template.defaultExpiresAt
        ? {
            ...toDatedInstant(template.defaultExpiresAt),
            date: toIsoDate(template.defaultExpiresAtDate ?? template.defaultExpiresAt),
          }
        : null;
    case "duration": {
      const after = template.defaultExpiresAfter ?? "P0D";
      // Months end by the sender's calendar, not by UTC: the duration is added in the sender's local time.
      const offsetMs = issued.offsetMinutes * MINUTE_MS;
      const end = addDuration(new Date(issued.at.getTime() + offsetMs), after);
      const date = toIsoDate(addDuration(new Date(issued.date), after));
      const isDay = issued.isDay && !after.includes("T");
      return throughDay({ ...issued, at: new Date(end.getTime() - offsetMs), date, isDay });
    }
  }
}

/**
 * Returns when a new badge expires (decision 0013): absent or null takes the template's default, `false` means never,
 * a date-time is used as given. Throws 422 when that is before `issued_at`.
 */
export function resolveExpiration(
  requested: DatedInstant | false | null | undefined,
  template: TemplateExpiration,
  issued: DatedInstant,
): DatedInstant | null {
  if (requested === false) return null;
  const expiration = requested ?? defaultExpiration(template, issued);
  if (expiration && !hasFourDigitYear(expiration.at)) {
    throw invalidField("expires_at", "out_of_range", "is after the year 9999");
  }
  if (expiration && expiration.at < issued.at) {
    throw invalidField("expires_at", "before_issued_at", "is before issued_at");
  }
  return expiration;
}

/**
 * Returns when a replacement expires (specification, "Replace", rules 1 and 4). A given value, even a blank one,
 * works as on issue. When it is omitted, the replacement of a badge that never expires does not expire either. Other
 * replacements get the template's default, or if it has none the date of the replaced badge (decision 0031).
 */
export function resolveReplacementExpiration(
  requested: DatedInstant | false | null | undefined,
  template: TemplateExpiration,
  issued: DatedInstant,
  replaced: DatedInstant | null,
): DatedInstant | null {
  if (requested !== undefined) return resolveExpiration(requested, template, issued);
  if (replaced === null) return null;
  return resolveExpiration(defaultExpiration(template, issued) ?? replaced, template, issued);
}
