import type { TokenRow } from "@/lib/authorization-tokens/serializer";
import type { Caller } from "@/lib/kernel/caller";
import { clock } from "@/lib/kernel/clock";
import { countBadgesByState, countTemplatesByState, findTokensEnding } from "./queries";

const WARNING_MS = 14 * 24 * 3_600_000;

/** Tokens that end within 14 days, as far as the caller may see tokens (the rule of `listTokens`); at most 50. */
export function listTokensEndingSoon(caller: Caller): Promise<TokenRow[]> {
  const now = clock.now();
  const isTruncated = !(caller.access.write && caller.access.delete);
  const visible = isTruncated ? { writeEnabled: false, deleteEnabled: false } : {};
  const span = { after: now, before: new Date(now.getTime() + WARNING_MS) };
  return findTokensEnding(caller.organizationId, span, visible);
}

/** The figures of an organization's front page: badges and templates by state. */
export async function getFigures({ organizationId }: Caller) {
  const [badges, templates] = await Promise.all([
    countBadgesByState(organizationId),
    countTemplatesByState(organizationId),
  ]);
  const badgesIn = Object.fromEntries(badges.map(({ state, _count }) => [state, _count]));
  const templatesIn = Object.fromEntries(templates.map(({ state, _count }) => [state, _count]));
  const sum = (counts: { _count: number }[]) => counts.reduce((total, { _count }) => total + _count, 0);
  return { badges: sum(badges), badgesIn, templates: sum(templates), templatesIn };
}
