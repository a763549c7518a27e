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

/** Students of one request when it does not say how many: few enough for an answer within a second. */
const USUAL_LIMIT = 200;

/** The largest number that an id has. */
const LAST_ID = 2_147_483_647;

/** What a request issued, and where the next one goes on. */
export type Evaluated = { issued: number; remaining: number; next: string | null };

/** A place in an evaluation: the rule, the student after whom it goes on, and how many were left there. */
type Place = { ruleId: number; after: number; left: number | null };

function placeOf(text: string | undefined, ruleIds: number[]): Place | null {
  const [ruleId = 0, after = 0, left = null] = text?.split(":").map(Number) ?? [];
  if (text === undefined) return ruleIds[0] === undefined ? null : { ruleId: ruleIds[0], after: 0, left };
  if (ruleIds.includes(ruleId)) return { ruleId, after: Math.min(after, LAST_ID), left };
  // The rule was deleted meanwhile: on to the one that followed it.
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
 * How many are still to have the badge. They are counted at the first step and at the last; in between the count goes
 * along in `next`, or an evaluation of many steps would count all students at each.
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
 * Issues a badge to the next students who meet one of its rules in the integration and do not have it: at most `limit`, in
 * one transaction, so that whoever waits can be shown how far it is. `next` leads on; asking twice gives nobody a second
 * badge. 404 for an unknown badge or integration; 422 for a badge that is not active or has no rules here.
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
  const step = { place, outcome, isLast: next === null };
  const remaining = await remainingOf(integration, asked, given, step);
  return { issued: outcome.issued, remaining, next: next === null ? null : `${next}:${remaining}` };
}

/** What was found, with how many rules were asked about. */
export type Previewed = Preview & { rules: number };

async function badgeOf({ organizationId }: Caller, id: string | undefined): Promise<GivenBadge | null> {
  if (id === undefined) return null;
  const found = await findBadgeSettings(organizationId, id);
  if (!found) throw invalidField("badge_template_id", "not_found", "must be a badge of the organization");
  return { badgeTemplateId: found.id, allowsDuplicates: found.allowDuplicateBadges };
}

/**
 * Who would qualify by rules that are stored nowhere: how many in all and by each rule, who of them has the badge, and
 * the first of them. 404 for an unknown integration; 422 as for storing the rules.
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
