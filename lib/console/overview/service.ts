import type { TokenWithCreator } from "@/lib/applications/authorization-tokens/serializer";
import { visibleTokensWhere } from "@/lib/applications/authorization-tokens/service";
import { countIssuedBadges, listBadges } from "@/lib/badges/issued/service";
import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { toIsoDate } from "@/lib/kernel/dates";
import { withCreators } from "@/lib/organizations/profile/creators";
import { buildBuckets, spanDays, countOutcomes } from "./buckets";
import { countTemplatesByState, findExpiringTokens } from "./queries";
import type { Span } from "./schema";

const DAY_MS = 24 * 3_600_000;
const TOKEN_WARNING_MS = 14 * DAY_MS;
const BADGE_WARNING_DAYS = 30;
/** The largest offset from UTC: badges issued in that time zone may have tomorrow's date. */
const MAX_TIME_ZONE_OFFSET_MS = 14 * 3_600_000;

/**
 * Lists the tokens that expire within 14 days, as far as the caller may see tokens (the rule of `listTokens`), at
 * most 50.
 */
export async function listExpiringTokens(caller: Caller): Promise<TokenWithCreator[]> {
  const now = clock.now();
  const span = { after: now, before: new Date(now.getTime() + TOKEN_WARNING_MS) };
  return withCreators(caller.organizationId, await findExpiringTokens(visibleTokensWhere(caller), span));
}

/** Counts the organization's badges by outcome, and its templates by state, of all time. */
export async function getTotals(caller: Caller) {
  const [badges, templates] = await Promise.all([
    countIssuedBadges(caller, null),
    countTemplatesByState(caller.organizationId),
  ]);
  const templatesByState = Object.fromEntries(templates.map(({ state, _count }) => [state, _count]));
  return {
    badges: countOutcomes(badges),
    templates: templates.length,
    activeTemplates: templatesByState.active ?? 0,
  };
}

/**
 * Counts the badges issued in a span of days by outcome, in buckets. The span ends today, or tomorrow when badges
 * already have that date.
 */
export async function getBadgeActivity(caller: Caller, span: Span) {
  const now = clock.now();
  const [today, latestDate] = [toIsoDate(now), toIsoDate(new Date(now.getTime() + MAX_TIME_ZONE_OFFSET_MS))];
  const counts = await countIssuedBadges(caller, { from: spanDays(span, today).from, to: latestDate });
  const to = counts.some(({ day }) => day === latestDate) ? latestDate : today;
  const days = spanDays(span, to);
  const within = counts.filter(({ day }) => day >= days.from);
  return { ...days, total: countOutcomes(within), buckets: buildBuckets(span, to, within) };
}

/** Counts the accepted badges that expire within 30 days, as the list of badges counts them (up to its page limit). */
export async function countExpiringBadges(caller: Caller) {
  const now = clock.now();
  const [from, to] = [toIsoDate(now), toIsoDate(new Date(now.getTime() + BADGE_WARNING_DAYS * DAY_MS))];
  const filter = [
    { key: "state", value: "accepted" },
    { key: "expires_at_date_min", value: from },
    { key: "expires_at_date_max", value: to },
  ];
  const page = { page: 1, per: 1 };
  const { total, isTotalMinimum = false } = await listBadges(caller, { filter, sort: null, page });
  return { from, to, total, isTotalMinimum };
}
