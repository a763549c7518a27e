import type { Caller } from "@/lib/access/callers/caller";
import type { Integration } from "@/lib/learning/requests/caller";
import { invalidField, notFound, unprocessable } from "@/lib/kernel/errors";
import { getIntegrationCaller } from "@/lib/learning/integrations/organization-service";
import { withFieldErrors } from "@/lib/learning/rules/organization-service";
import { parseRequirements } from "@/lib/learning/rules/service";
import {
  findRuleRequirements,
  findBadgeSettings,
  findPreview,
  type RuleRequirement,
  type Preview,
} from "./organization-queries";
import type { BadgeToIssue } from "./queries";
import { MAX_PREVIEWED, type EvaluationInput, type RulePreviewInput } from "./schema";
import { evaluateBatch, type BatchOutcome } from "./service";

/** Default number of students in one request: few enough for a response within a second. */
const DEFAULT_LIMIT = 200;

/** The largest possible id. */
const MAX_ID = 2_147_483_647;

/** The result of one evaluation request, and the position at which the next one continues. */
export type EvaluationProgress = { issued: number; remaining: number; next: string | null };

/** A position in an evaluation: the rule, the last student already handled, and how many were left at that point. */
type EvaluationPosition = { ruleId: number; after: number; remaining: number | null };

function parsePosition(text: string | undefined, ruleIds: number[]): EvaluationPosition | null {
  const [ruleId = 0, after = 0, remaining = null] = text?.split(":").map(Number) ?? [];
  if (text === undefined)
    return ruleIds[0] === undefined ? null : { ruleId: ruleIds[0], after: 0, remaining };
  if (ruleIds.includes(ruleId)) return { ruleId, after: Math.min(after, MAX_ID), remaining };
  // The rule was deleted in the meantime: continue with the one after it.
  const nextRuleId = ruleIds.find((id) => id > ruleId);
  return nextRuleId === undefined ? null : { ruleId: nextRuleId, after: 0, remaining };
}

function encodeNextPosition(
  { ruleId }: EvaluationPosition,
  { last }: BatchOutcome,
  ruleIds: number[],
): string | null {
  if (last !== null) return `${ruleId}:${last}`;
  const nextRuleId = ruleIds.find((id) => id > ruleId);
  return nextRuleId === undefined ? null : `${nextRuleId}:0`;
}

const listRuleIds = (ruleRequirements: RuleRequirement[]): number[] =>
  [...new Set(ruleRequirements.map(({ rule }) => rule))].toSorted((one, other) => one - other);

/**
 * Counts the students who still get the badge. They are counted at the first and the last step; in between the count is
 * part of `next`, because counting all students at each step would be slow.
 */
async function countRemaining(
  integration: Integration,
  ruleRequirements: RuleRequirement[],
  badge: BadgeToIssue,
  step: { position: EvaluationPosition; outcome: BatchOutcome; isLast: boolean },
): Promise<number> {
  const { position, outcome, isLast } = step;
  if (position.remaining !== null && !isLast) return Math.max(0, position.remaining - outcome.issued);
  const { total, awarded } = await findPreview(integration, ruleRequirements, badge, 0);
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
): Promise<EvaluationProgress> {
  const integrationCaller = await getIntegrationCaller(caller, integrationId);
  const badge = await findBadgeSettings(caller.organizationId, templateId);
  if (!badge) throw notFound();
  if (badge.state !== "active") {
    throw unprocessable("template_not_active", `The badge template is ${badge.state}: activate it first.`);
  }
  const { integration } = integrationCaller;
  const ruleRequirements = await findRuleRequirements(integration, badge.id);
  const ruleIds = listRuleIds(ruleRequirements);
  const position = parsePosition(body.after, ruleIds);
  if (!position)
    throw unprocessable("no_rules", "The badge has no rules in this integration, or no further ones.");
  const scope = {
    ruleId: position.ruleId,
    after: position.after,
    badgeTemplateId: badge.id,
    studentId: null,
    limit: body.limit ?? DEFAULT_LIMIT,
  };
  const outcome = await withFieldErrors(() => evaluateBatch(integrationCaller, integration, scope));
  const next = encodeNextPosition(position, outcome, ruleIds);
  const badgeToIssue = { badgeTemplateId: badge.id, allowsDuplicates: badge.allowDuplicateBadges };
  const remaining = await countRemaining(integration, ruleRequirements, badgeToIssue, {
    position,
    outcome,
    isLast: next === null,
  });
  return { issued: outcome.issued, remaining, next: next === null ? null : `${next}:${remaining}` };
}

/** A preview with the number of rules that it was made for. */
export type CountedPreview = Preview & { rules: number };

async function findPreviewBadge(
  { organizationId }: Caller,
  id: string | undefined,
): Promise<BadgeToIssue | null> {
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
): Promise<CountedPreview> {
  const { integration } = await getIntegrationCaller(caller, integrationId);
  const badge = await findPreviewBadge(caller, body.badge_template_id);
  const rules = await withFieldErrors(() => parseRequirements(integration, body.rules));
  const ruleRequirements = rules.flatMap((requirements, rule) =>
    requirements.map(({ gradableId, operator, rank }): RuleRequirement => ({
      rule,
      gradable_id: gradableId,
      operator,
      rank,
    })),
  );
  return { ...(await findPreview(integration, ruleRequirements, badge, MAX_PREVIEWED)), rules: rules.length };
}
