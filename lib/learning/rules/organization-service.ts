import type { ListInput } from "@/lib/kernel/list/list-input";
import type { Caller } from "@/lib/access/callers/caller";
import type { IntegrationCaller } from "@/lib/learning/requests/caller";
import { transaction } from "@/lib/kernel/db";
import { ApiError, notFound, unprocessable, type FieldError } from "@/lib/kernel/errors";
import { parseFilter } from "@/lib/kernel/list/filter";
import { listKeys } from "@/lib/kernel/list/keys";
import type { Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import { getIntegrationCaller, readFromIntegration } from "@/lib/learning/integrations/organization-service";
import { writeLogs } from "@/lib/learning/logs/service";
import {
  deleteOtherRules,
  filters,
  findRuleDocument,
  findRuleDocumentPage,
  findTemplateRules,
  sorts,
} from "./organization-queries";
import type { LearningRuleDocumentInput } from "./schema";
import type { RuleDocumentRow, TemplateRuleRow } from "./serializer";
import { lockBadgeRules, updateRules } from "./service";

export const ruleDocumentListKeys = listKeys(filters, sorts);

/** Lists the badges with rules in an integration, each with all its rules, by name. 404 for an unknown integration. */
export const listRuleDocuments = (
  caller: Caller,
  integrationId: number,
  input: ListInput,
): Promise<Page<RuleDocumentRow>> =>
  readFromIntegration(caller, integrationId, async (integration) => {
    const criteria = parseFilter(input.filter, filters);
    const order = parseSort(input.sort, sorts, [{ nameOrder: "asc" }]);
    return findRuleDocumentPage(integration, criteria, order, input.page);
  });

/**
 * Returns the rules of one badge of the organization, which may have none yet. 404 for an unknown badge or integration.
 */
export async function getRuleDocument(
  caller: Caller,
  integrationId: number,
  templateId: string,
): Promise<RuleDocumentRow> {
  const row = await readFromIntegration(caller, integrationId, (integration) =>
    findRuleDocument(integration, templateId),
  );
  if (!row) throw notFound();
  return row;
}

const MAX_TEMPLATE_RULES = 50;

/** Lists the rules that give badges of a template, in all integrations of the organization; the first 50. */
export const listTemplateRules = (
  { organizationId }: Caller,
  templateId: string,
): Promise<TemplateRuleRow[]> => findTemplateRules(organizationId, templateId, MAX_TEMPLATE_RULES);

const PATH_AND_MESSAGE = /^(\d+(?:\.\w+)+) (.*)$/s;

/** Converts an error of the learning edition, which is identified by name, into an error of a field of the document. */
function toFieldError({ code, message }: FieldError): FieldError {
  const [, path, rest] = PATH_AND_MESSAGE.exec(message) ?? [];
  return path === undefined || rest === undefined
    ? { field: "rules", code, message }
    : { field: `rules.${path}`, code, message: rest.replace(/\.$/, "") };
}

/** Runs an operation of the learning edition and converts its 400 into a 422. */
export async function withFieldErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "INVALID_API_PARAMETERS") throw error;
    const errors = error.errors.map(toFieldError);
    const sentence = errors.map(({ field, message }) => `${field} ${message}`).join("; ");
    throw unprocessable("validation_failed", `Validation failed: ${sentence}.`, errors);
  }
}

/** Deletes the rules that a document no longer contains, and logs it. */
async function deleteUnlistedRules(
  { integration }: IntegrationCaller,
  badge: RuleDocumentRow,
  retainedIds: number[],
): Promise<void> {
  const deletedIds = await deleteOtherRules(integration, badge.id, retainedIds);
  const data = { badge_id: badge.learningBadgeId };
  await writeLogs(
    integration,
    deletedIds.map((id) => ({ action: "delete", type: "rule", data: { id, ...data } })),
  );
}

/**
 * Replaces the rules of a badge in an integration with those of the document: rules with an id are updated, those
 * without are created, all others are deleted. All or nothing. 404 for an unknown badge or integration; 422 when a rule
 * is not the badge's, a gradable is not the integration's, a value does not fit its gradable's type, or the badge is
 * archived.
 */
export async function saveRuleDocument(
  caller: Caller,
  integrationId: number,
  templateId: string,
  body: LearningRuleDocumentInput,
): Promise<RuleDocumentRow> {
  const integrationCaller = await getIntegrationCaller(caller, integrationId);
  const badge = await getRuleDocument(caller, integrationId, templateId);
  const rules = body.rules.map(({ id, ...rule }) => ({ ...rule, id: id ?? ("new" as const) }));
  const change = rules.length > 0 ? { rules } : { clear_all: true };
  return withFieldErrors(() =>
    transaction(async () => {
      if (!(await lockBadgeRules(integrationCaller.integration, badge.id))) throw notFound();
      if (rules.length > 0)
        await deleteUnlistedRules(
          integrationCaller,
          badge,
          body.rules.flatMap(({ id }) => id ?? []),
        );
      await updateRules(integrationCaller, { parameters: { badge_id: badge.learningBadgeId, ...change } });
      return getRuleDocument(caller, integrationId, templateId);
    }),
  );
}
