import type { Caller } from "@/lib/access/callers/caller";
import type { Integration } from "@/lib/learning/requests/caller";
import { invalidField, notFound, unprocessable } from "@/lib/kernel/errors";
import { asIntegrationCaller } from "@/lib/learning/integrations/organization-service";
import { asFields } from "@/lib/learning/rules/organization-service";
import { readRequirements } from "@/lib/learning/rules/service";
import { findAsked, findBadgeSettings, findPreview, type Asked, type Preview } from "./organization-queries";
import type { GivenBadge } from "./queries";
import { MOST_PREVIEWED, type EvaluationInput, type RulePreviewInput } from "./schema";
import { evaluateBatch, type Outcome } from "./service";

/** Default number of students in one request: few enough for a response within a second. */
const USUAL_LIMIT = 200;

/** The largest possible id. */
const LAST_ID = 2_147_483_647;

/** The result of one evaluation request, and the position at which the next one continues. */
export type Evaluated = { issued: number; remaining: number; next: string | null };

/** A position in an evaluation: the rule, the last student already handled, and how many were left at that point. */
type Place = { ruleId: number; after: number; left: number | null };

function placeOf(text: string | undefined, ruleIds: number[]): Place | null {
  const [ruleId = 0, after = 0, left = null] = text?.split(":").map(Number) ?? [];
  if (text === undefined) return ruleIds[0] === undefined ? null : { ruleId: ruleIds[0], after: 0, left };
  if (ruleIds.includes(ruleId)) return { ruleId, after: Math.min(after, LAST_ID), left };
  // The rule was deleted in the meantime: continue with the one after it.
  const following = ruleIds.find((id) => id > ruleId);
  return following === undefined ? null : { ruleId: following, after: 0, left };
}

function nextOf({ ruleId }: Place, { last }: Outcome, ruleIds: number[]): string | null {
  if (last !== null) return `${ruleId}:${last}`;
  const following = ruleIds.find((id) => id > ruleId);
  return following === undefined ? null : `${following}:0`;
}

const ruleIdsOf = (asked: Asked[]): number[] =>
  [...new Set(asked.map(({ rule }) => rule))].toSorted((one, other) => one - other);

/**
 * Counts the students who still get the badge. They are counted at the first and the last step; in between the count is
 * part of `next`, because counting all students at each step would be slow.
 */
async function remainingOf(
  integration: Integration,
  asked: Asked[],
  badge: GivenBadge,
  step: { place: Place; outcome: Outcome; isLast: boolean },
): Promise<number> {
  const { place, outcome, isLast } = step;
  if (place.left !== null && !isLast) return Math.max(0, place.left - outcome.issued);
  const { total, awarded } = await findPreview(integration, asked, badge, 0);
  return total - awarded;
}

/**
 * Issues a badge to the next students who meet one of its rules in the integration and do not have it: at most `limit`,
 * in one transaction, so that progress can be shown. `next` is the start of the following request; repeating a request
 * issues no second badge. 404 for an unknown badge or integration; 422 when the badge is not active or has no rules
 * here.
 */
export async function evaluateBadge(
  caller: Caller,
  integrationId: number,
  templateId: string,
  body: EvaluationInput,
): Promise<Evaluated> {
  const within = await asIntegrationCaller(caller, integrationId);
  const badge = await findBadgeSettings(caller.organizationId, templateId);
  if (!badge) throw notFound();
  if (badge.state !== "active") {
    throw unprocessable("template_not_active", `The badge template is ${badge.state}: activate it first.`);
  }
  const { integration } = within;
  const asked = await findAsked(integration, badge.id);
  const ruleIds = ruleIdsOf(asked);
  const place = placeOf(body.after, ruleIds);
  if (!place)
    throw unprocessable("no_rules", "The badge has no rules in this integration, or no more of them.");
  const scope = {
    ruleId: place.ruleId,
    after: place.after,
    badgeTemplateId: badge.id,
    studentId: null,
    most: body.limit ?? USUAL_LIMIT,
  };
  const outcome = await asFields(() => evaluateBatch(within, integration, scope));
  const next = nextOf(place, outcome, ruleIds);
  const given = { badgeTemplateId: badge.id, allowsDuplicates: badge.allowDuplicateBadges };
  const remaining = await remainingOf(integration, asked, given, { place, outcome, isLast: next === null });
  return { issued: outcome.issued, remaining, next: next === null ? null : `${next}:${remaining}` };
}

/** A preview with the number of rules that it was made for. */
export type Previewed = Preview & { rules: number };

async function badgeOf({ organizationId }: Caller, id: string | undefined): Promise<GivenBadge | null> {
  if (id === undefined) return null;
  const found = await findBadgeSettings(organizationId, id);
  if (!found) throw invalidField("badge_template_id", "not_found", "must be a badge of the organization");
  return { badgeTemplateId: found.id, allowsDuplicates: found.allowDuplicateBadges };
}

/**
 * Previews rules that are not stored: how many students would qualify in all and by each rule, how many of them have
 * the badge, and the first of them. 404 for an unknown integration; 422 as for saving the rules.
 */
export async function previewRules(
  caller: Caller,
  integrationId: number,
  body: RulePreviewInput,
): Promise<Previewed> {
  const { integration } = await asIntegrationCaller(caller, integrationId);
  const badge = await badgeOf(caller, body.badge_template_id);
  const rules = await asFields(() => readRequirements(integration, body.rules));
  const asked = rules.flatMap((requirements, rule) =>
    requirements.map(({ gradableId, operator, rank }): Asked => ({
      rule,
      gradable_id: gradableId,
      operator,
      rank,
    })),
  );
  return { ...(await findPreview(integration, asked, badge, MOST_PREVIEWED)), rules: rules.length };
}
