import { formatDay } from "@/components/ui/time/time";
import type { IssuableBadgeTemplate } from "@/lib/badges/templates/schema";

export const UNITS = { D: "days", W: "weeks", M: "months", Y: "years" } as const;
export type Unit = keyof typeof UNITS;

/** Parses a duration of one unit, such as `P2Y`; null for any other. */
export function parseDuration(text: string): { amount: string; unit: Unit } | null {
  const [, amount, unit] = /^P(\d+)([DWMY])$/.exec(text) ?? [];
  return amount === undefined ? null : { amount, unit: unit as Unit };
}

/** A duration as words: "2 years", "1 day". */
export function durationText(amount: string, unit: Unit): string {
  const words = UNITS[unit];
  return `${amount} ${amount === "1" ? words.slice(0, -1) : words}`;
}

/** The default expiration of a template, where it is known. */
export type TemplateExpiration = Partial<
  Pick<IssuableBadgeTemplate, "default_expires_at_type" | "default_expires_at_date" | "default_expires_after">
>;

/** When badges of a template expire unless their issuer says something else. */
export function defaultExpirationText(template: TemplateExpiration): string {
  const {
    default_expires_at_type: type,
    default_expires_at_date: day,
    default_expires_after: after,
  } = template;
  if (type === null) return "Never";
  if (type === "date") return day ? formatDay(day) : "On a date";
  const duration = parseDuration(after ?? "");
  return duration ? `${durationText(duration.amount, duration.unit)} after issue` : `After ${after ?? ""}`;
}
