import { clock } from "@/lib/kernel/clock";
import { toIsoDate } from "@/lib/kernel/dates";
import { badRequest } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import { ANALYTICS_DATES, ANALYTICS_TABLES, INTERVALS, type AnalyticsTable } from "./choices";
import { addDays, chooseInterval, countDays } from "./periods";
import type { AnalyticsInput } from "./schema";

/** The longest span of a report, which has at most 366 periods. */
const MAX_DAYS = 366;
const DEFAULT_DAYS = 30;

/** Reads a calendar date; null for anything else. */
export function readDay(text: string): string | null {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return null;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && toIsoDate(at) === text ? text : null;
}

function readDayParameter(query: URLSearchParams, name: string): string | null {
  const text = query.get(name)?.trim() ?? "";
  if (text === "") return null;
  const day = readDay(text);
  if (day === null) throw badRequest("invalid_parameter", `${name} must be a date such as 2030-04-01.`);
  return day;
}

function readChoice<Choice extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice | null {
  const text = query.get(name)?.trim() ?? "";
  if (text === "") return null;
  const choice = choices.find((one) => one === text);
  if (!choice) throw badRequest("invalid_parameter", `${name} must be one of ${choices.join(", ")}.`);
  return choice;
}

function readTemplateId(query: URLSearchParams): string | null {
  const id = query.get("badge_template_id")?.trim().toLowerCase() ?? "";
  if (id === "") return null;
  if (!isUuid(id)) throw badRequest("invalid_parameter", "badge_template_id must be a UUID.");
  return id;
}

/**
 * Reads what a report is about. Without dates it is about the last 30 days until today (UTC). Throws 400 for invalid
 * parameters and for spans of more than 366 days.
 */
export function readAnalyticsQuery(query: URLSearchParams): AnalyticsInput {
  const to = readDayParameter(query, "to") ?? toIsoDate(clock.now());
  const from = readDayParameter(query, "from") ?? addDays(to, 1 - DEFAULT_DAYS);
  const days = countDays(from, to);
  if (days < 1) throw badRequest("invalid_parameter", "from must not be after to.");
  if (days > MAX_DAYS)
    throw badRequest("invalid_parameter", `from and to must be at most ${MAX_DAYS} days apart.`);
  return {
    from,
    to,
    by: readChoice(query, "by", ANALYTICS_DATES) ?? "issued_at",
    interval: readChoice(query, "interval", INTERVALS) ?? chooseInterval(from, to),
    badgeTemplateId: readTemplateId(query),
  };
}

/** Reads which table of the report is requested as CSV. */
export const readAnalyticsTable = (query: URLSearchParams): AnalyticsTable =>
  readChoice(query, "table", ANALYTICS_TABLES) ?? "badge_templates";
