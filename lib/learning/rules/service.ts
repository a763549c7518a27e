import { withAuditEntry } from "@/lib/access/audit/service";
import { createTemplate, prepareTemplate } from "@/lib/badges/templates/create";
import type { Integration, IntegrationCaller } from "@/lib/learning/requests/caller";
import { invalidParameters } from "@/lib/learning/requests/errors";
import { newId } from "@/lib/kernel/ids";
import type { GradableCallback } from "@/lib/learning/gradables/schema";
import { writeLogs, type LogEntry } from "@/lib/learning/logs/service";
import {
  deleteRules,
  findBadgeWithRules,
  findRuleTemplateRow,
  findRuleIds,
  insertRules,
  lockGradableTypes,
  lockRules,
  replaceRequirements,
  saveRuleTexts,
  type LockedTemplate,
  type RuleTexts,
} from "./queries";
import { parseRequirement, type Requirement } from "./requirements";
import { MAX_RULES } from "./choices";
import type { BadgeParameter, RuleInput, RulesChange, RuleSettings } from "./schema";
import type { RuleBadgeRow } from "./serializer";

const badgeNotFoundError = (message = "The organization has no badge template with this number.") =>
  invalidParameters({ badge_not_found: message });

const invalidRulesError = (message: string) => invalidParameters({ invalid_param_rules: message });

/** Returns a badge of the organization with its rules in the integration; 400 `badge_not_found` for any other badge. */
export async function listRules(
  { integration }: IntegrationCaller,
  { parameters }: { parameters: BadgeParameter },
): Promise<RuleBadgeRow> {
  const badge = await findBadgeWithRules(integration, parameters.badge_id);
  if (!badge) throw badgeNotFoundError();
  return badge;
}

/** Returns the same as `listRules`, for the operation that presents a description. */
export const describeRules = (
  caller: IntegrationCaller,
  input: { parameters: BadgeParameter },
): Promise<RuleBadgeRow> => listRules(caller, input);

/**
 * Locks the rules of a badge until the transaction ends, so that no other transaction changes or evaluates them or
 * deletes their integration or template; null when one of those is gone.
 */
export const lockBadgeRules = (
  integration: Integration,
  badgeTemplateId: string,
): Promise<LockedTemplate | null> => lockRules(integration, badgeTemplateId);

/** Finds the template of a rule of the integration; null when there is no such rule. */
export const findRuleTemplateId = async (integration: Integration, id: number): Promise<string | null> =>
  (await findRuleTemplateRow(integration, id))?.badgeTemplateId ?? null;

/** Throws 400 when a rule is not the badge's, is given twice, or the badge would have too many rules. */
function requireValidRuleIds(given: RuleInput[], existing: ReadonlySet<number>): void {
  const ids = given.flatMap(({ id }) => (id === "new" ? [] : id));
  const unknownId = ids.find((id) => !existing.has(id));
  if (unknownId !== undefined) throw invalidRulesError(`${unknownId} is not a rule of this badge here.`);
  if (new Set(ids).size < ids.length) throw invalidRulesError("names a rule twice.");
  const total = existing.size + given.length - ids.length;
  if (total > MAX_RULES)
    throw invalidRulesError(`A badge has at most ${MAX_RULES} rules, this would be ${total}.`);
}

type WrittenRule = RuleTexts & { id: number | "new"; requirements: Requirement[] };

/**
 * Validates rules and returns them as they are stored. 400 when a gradable is not the integration's, or a value is not
 * of its type: the author gets the error now, rather than when a grade is compared.
 */
function validateRules(given: RuleSettings[], types: ReadonlyMap<number, GradableCallback>): WrittenRule[] {
  const invalidRequirement = (at: string, reason: string) =>
    invalidParameters({ invalid_param_rules_requirements: `${at} ${reason}` });
  return given.map(({ id, desc, includes_results: includesResults, requirements }, index) => ({
    id,
    // An empty description is generated from the requirements.
    description: desc === undefined ? undefined : desc || null,
    includesResults,
    requirements: requirements.map((input, position) => {
      const at = `${index}.requirements.${position}`;
      const callback = types.get(input.grade_object_id);
      if (!callback)
        throw invalidRequirement(`${at}.grade_object_id`, "is not a gradable of this integration.");
      const requirement = parseRequirement(callback, input);
      if (!requirement) throw invalidRequirement(`${at}.value`, `is not of the grade type ${callback}.`);
      return requirement;
    }),
  }));
}

/** Parses the requirements of rules as they would be stored, rule by rule. 400 as for saving them. */
export async function parseRequirements(
  integration: Integration,
  given: Pick<RuleInput, "requirements">[],
): Promise<Requirement[][]> {
  const gradableIds = given.flatMap(({ requirements }) => requirements.map((one) => one.grade_object_id));
  const types = await lockGradableTypes(integration, [...new Set(gradableIds)]);
  const rules = given.map(({ requirements }) => ({ id: "new" as const, requirements }));
  return validateRules(rules, types).map(({ requirements }) => requirements);
}

/** Stores rules, with the same number of statements for one as for fifty; returns the log entries. */
async function writeRules(
  integration: Integration,
  badge: { id: string; number: number },
  given: RuleSettings[],
): Promise<LogEntry[]> {
  requireValidRuleIds(given, await findRuleIds(integration, badge.id));
  const gradableIds = given.flatMap(({ requirements }) => requirements.map((one) => one.grade_object_id));
  const rules = validateRules(given, await lockGradableTypes(integration, [...new Set(gradableIds)]));
  const newRules = rules.filter(({ id }) => id === "new");
  const newIds = (await insertRules(integration, badge.id, newRules)).values();
  const written = rules.map((rule) => ({
    ...rule,
    id: rule.id === "new" ? (newIds.next().value ?? 0) : rule.id,
  }));
  const existing = rules.flatMap(({ id, description, includesResults }) =>
    id === "new" ? [] : [{ id, description, includesResults }],
  );
  if (existing.length > 0) await saveRuleTexts(integration, existing);
  await replaceRequirements(integration, written);
  return written.map(({ id }) => ({ action: "create", type: "rule", data: { id, badge_id: badge.number } }));
}

/** Deletes all rules of a badge; returns the log entry. */
async function clearRules(
  integration: Integration,
  badge: { id: string; number: number },
): Promise<LogEntry[]> {
  const deleted = await deleteRules(integration, badge.id);
  const data = { badge_id: badge.number, deleted_count: deleted };
  return [{ action: "bulk_delete", type: "rule", data }];
}

/**
 * Throws 400 unless the app may change rules of this badge. An app that got its token from another app may change only
 * badges that already have rules in the integration; otherwise it could give away any badge of the organization.
 */
async function requireBadgeWithRules(
  { appId, integration }: IntegrationCaller,
  badgeId: string,
): Promise<void> {
  if (integration.appId === appId || (await findRuleIds(integration, badgeId)).size > 0) return;
  throw invalidParameters({
    unauthorized_user: "This token may change only rules of badges that have some here.",
  });
}

/**
 * Returns a function for the transaction, which returns the number of the badge to change. `new` creates a template, which
 * stays a draft while it lacks what an active one needs. Its art is drawn now.
 */
async function prepareBadge(
  caller: IntegrationCaller,
  parameters: RulesChange,
): Promise<() => Promise<number>> {
  const { badge_id: requestedBadge, name = "", description, global_activity_url, skills } = parameters;
  if (requestedBadge !== "new") return () => Promise.resolve(requestedBadge);
  // A template that does not exist yet has no rules here.
  await requireBadgeWithRules(caller, newId());
  const prepared = await prepareTemplate(caller, { name, description, global_activity_url, skills });
  return async () => (await createTemplate(caller, prepared)).learningBadgeId;
}

/** Locks the badge whose rules change. Rules of an archived badge can only be cleared. */
async function lockBadgeForRules(
  integration: Integration,
  number: number,
  isCleared: boolean,
): Promise<{ id: string; number: number }> {
  const badge = await findBadgeWithRules(integration, number);
  const template = badge && (await lockRules(integration, badge.id));
  if (!template) throw badgeNotFoundError();
  if (template.state === "archived" && !isCleared)
    throw badgeNotFoundError("The badge template is archived.");
  return { id: badge.id, number };
}

/**
 * Updates rules of a badge in the integration, or clears them (specification, "rules update"): rules with the id `new`
 * are created, rules with an id get these requirements instead of their own, all others stay. All or nothing. 400 with
 * the names of the specification: an unknown or archived badge, a rule that is not the badge's, a gradable that is not
 * the integration's, a value of another type; `unauthorized_user` for a badge that a lent token may not give.
 */
export async function updateRules(
  caller: IntegrationCaller,
  { parameters }: { parameters: Omit<RulesChange, "rules"> & { rules?: RuleSettings[] | undefined } },
): Promise<RuleBadgeRow> {
  const { integration } = caller;
  const resolveBadgeNumber = await prepareBadge(caller, parameters);
  return withAuditEntry(
    caller,
    "learning_rule.update",
    ({ id }: RuleBadgeRow) => id,
    async () => {
      const isCleared = parameters.clear_all ?? false;
      const badge = await lockBadgeForRules(integration, await resolveBadgeNumber(), isCleared);
      await requireBadgeWithRules(caller, badge.id);
      const entries = isCleared
        ? await clearRules(integration, badge)
        : await writeRules(integration, badge, parameters.rules ?? []);
      await writeLogs(integration, entries);
      const written = await findBadgeWithRules(integration, badge.number);
      if (!written) throw badgeNotFoundError();
      return written;
    },
  );
}
