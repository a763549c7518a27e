import type { ListInput } from "@/lib/kernel/list/list-input";
import { listChanges } from "@/lib/access/audit/changes";
import { withAuditEntry } from "@/lib/access/audit/service";
import type { SummaryRow } from "@/lib/badges/templates/summary";
import { MAX_RECOMMENDATIONS } from "@/lib/badges/templates/schema";
import { lockShownRecommendations } from "@/lib/badges/templates/references";
import { listTemplatesWithRecommendation } from "@/lib/badges/templates/service";
import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { invalidField, notFound } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { parseFilter } from "@/lib/kernel/list/filter";
import { listKeys } from "@/lib/kernel/list/keys";
import type { Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import { buildRecommendationColumns } from "./columns";
import {
  deleteRecommendationRow,
  filters,
  findTemplateOverLimit,
  findRecommendation,
  findRecommendationPage,
  insertRecommendation,
  lockRecommendation,
  lockTemplates,
  recommendationExists,
  replaceRecommendationTemplates,
  saveRecommendation,
  sorts,
} from "./queries";
import type { RecommendationChange, RecommendationInput } from "./schema";
import { presentRecommendation, type RecommendationItemRow, type RecommendationRow } from "./serializer";

export const recommendationListKeys = listKeys(filters, sorts);

/** Lists the organization's recommendations, newest first unless sorted. */
export function listRecommendations(caller: Caller, input: ListInput): Promise<Page<RecommendationItemRow>> {
  const criteria = parseFilter(input.filter, filters);
  const where = { organizationId: caller.organizationId, AND: criteria };
  const order = parseSort(input.sort, sorts, [{ createdAt: "desc" }]);
  return findRecommendationPage(where, order, input.page);
}

/** Returns a recommendation of the organization. Throws 404 for any other. */
export async function getRecommendation(
  caller: Caller,
  recommendationId: string,
): Promise<RecommendationRow> {
  const row = await findRecommendation(caller.organizationId, recommendationId);
  if (!row) throw notFound();
  return row;
}

/**
 * Lists the badge templates that show a recommendation, with the filters of the list of badge templates. Throws 404
 * for an unknown recommendation.
 */
export async function listRecommendationTemplates(
  caller: Caller,
  id: string,
  input: ListInput,
): Promise<Page<SummaryRow>> {
  if (!(await recommendationExists(caller.organizationId, id))) throw notFound();
  return listTemplatesWithRecommendation(caller, id, input);
}

/**
 * Locks every template that the body names and returns their names. Throws 422 naming the first one that the
 * organization does not have. Templates are locked before recommendations, here as in changes and deletions of
 * templates.
 */
async function lockNamedTemplates(caller: Caller, body: RecommendationChange): Promise<Map<string, string>> {
  const shown = body.badge_template_ids ?? [];
  const recommended = body.recommended_badge_template_id ?? null;
  const ids = new Set([...shown, ...(recommended === null ? [] : [recommended])]);
  const names = await lockTemplates(caller.organizationId, [...ids]);
  const unknown = shown.find((id) => !names.has(id));
  if (unknown === undefined) return names;
  throw invalidField("badge_template_ids", "not_found", `There is no badge template ${unknown} here.`);
}

async function writeTemplates(caller: Caller, id: string, given: string[]): Promise<void> {
  const ids = [...new Set(given)];
  await replaceRecommendationTemplates(caller.organizationId, id, ids);
  const crowded = await findTemplateOverLimit(caller.organizationId, ids);
  if (crowded === null) return;
  const message = `The badge template ${crowded} already shows ${MAX_RECOMMENDATIONS} recommendations.`;
  throw invalidField("badge_template_ids", "too_many_recommendations", message);
}

/**
 * Creates a recommendation and shows it in the named templates (specification, "Recommendations"). Throws 422 for a
 * missing field of its type, or a template of another organization.
 */
export async function createRecommendation(
  caller: Caller,
  body: RecommendationInput,
): Promise<RecommendationRow> {
  const id = newId();
  return withAuditEntry(caller, "recommendation.create", id, async () => {
    await lockShownRecommendations(caller.organizationId, body.badge_template_ids);
    const columns = buildRecommendationColumns(body, null, await lockNamedTemplates(caller, body));
    const now = clock.now();
    const organizationId = caller.organizationId;
    await insertRecommendation({ ...columns, id, organizationId, createdAt: now, updatedAt: now });
    await writeTemplates(caller, id, body.badge_template_ids ?? []);
    return getRecommendation(caller, id);
  });
}

/**
 * Changes the given fields of a recommendation. With another type, the given and the stored fields together must be
 * complete. Throws 404 for an unknown recommendation, and 422 as for a new one.
 */
export async function updateRecommendation(
  caller: Caller,
  recommendationId: string,
  body: RecommendationChange,
): Promise<RecommendationRow> {
  const { id } = await getRecommendation(caller, recommendationId);
  return withAuditEntry(caller, "recommendation.update", id, async (noteChanges) => {
    await lockShownRecommendations(caller.organizationId, body.badge_template_ids);
    const names = await lockNamedTemplates(caller, body);
    if (!(await lockRecommendation(caller.organizationId, id))) throw notFound();
    const before = await getRecommendation(caller, recommendationId);
    await saveRecommendation(id, {
      ...buildRecommendationColumns(body, before, names),
      updatedAt: clock.now(),
    });
    if (body.badge_template_ids) await writeTemplates(caller, id, body.badge_template_ids);
    const after = await getRecommendation(caller, recommendationId);
    const [earlier, later] = [presentRecommendation(before), presentRecommendation(after)];
    noteChanges(listChanges(earlier, later, { ignored: ["updated_at"] }));
    return after;
  });
}

/** Deletes a recommendation, also from the templates that show it. Throws 404 for an unknown one. */
export async function deleteRecommendation(caller: Caller, id: string): Promise<void> {
  await withAuditEntry(caller, "recommendation.delete", id, async () => {
    const { count } = await deleteRecommendationRow(caller.organizationId, id);
    if (count === 0) throw notFound();
  });
}
