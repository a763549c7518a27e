import type { Integration, IntegrationCaller } from "@/lib/learning/requests/caller";
import { clock } from "@/lib/kernel/clock";
import type { Found, Paging } from "@/lib/learning/requests/paging";
import type { Deletion, Kept } from "@/lib/learning/items/deletion";
import type { DeletionParameters, Wanted } from "@/lib/learning/items/schema";
import { deleteItems, importItems } from "@/lib/learning/items/service";
import { minimumOf } from "./grade-types";
import {
  deleteGradableRows,
  findAskedFor,
  findGradablePage,
  insertGradables,
  lockGradables,
} from "./queries";
import { GRADABLE_COLUMNS, GradableInput, type NewGradables } from "./schema";
import type { GradableRow } from "./serializer";

/** Lists the gradables of an integration in the order added. */
export const listGradables = (
  { integration }: IntegrationCaller,
  { paging }: { paging: Paging },
): Promise<Found<GradableRow>> => findGradablePage(integration, paging);

/** Checks that the requirement fits the gradable's type, and normalizes it. */
const FittingGradable = GradableInput.transform((item, context) => {
  const minimum = minimumOf(item.callback, item.min_pass_requirement);
  if (minimum !== null) return { ...item, min_pass_requirement: minimum };
  context.addIssue({
    code: "custom",
    path: ["min_pass_requirement"],
    message: `is no requirement of the type ${item.callback}`,
  });
  return item;
});

/**
 * Adds the gradables of a table and returns a page of the new ones. Invalid and existing ones are reported with them;
 * 400 when all are invalid or exist.
 */
export function createGradables(
  caller: IntegrationCaller,
  { parameters, paging }: { parameters: NewGradables; paging: Paging },
): Promise<Found<GradableRow>> {
  const { integration, userId: creatorId } = caller;
  const what = {
    type: "gradable" as const,
    columns: GRADABLE_COLUMNS,
    schema: FittingGradable,
    store: (items: GradableInput[]) =>
      insertGradables(integration, items, { creatorId, createdAt: clock.now() }),
  };
  return importItems(caller, what, parameters.grades, paging);
}

/**
 * Deletes the selected gradables except those that a rule requires: without them, more students would meet that rule.
 */
async function removeUnasked(
  integration: Integration,
  wanted: Wanted,
): Promise<{ rows: GradableRow[]; kept: Kept[] }> {
  const ids = await lockGradables(integration, wanted);
  const asked = await findAskedFor(ids);
  const keptIds = new Set(asked.map(({ id }) => id));
  const kept = asked.map(({ externId, ruleIds }) => ({
    externId,
    reason: `is asked for by ${ruleIds.length === 1 ? "the rule" : "the rules"} ${ruleIds.join(", ")}`,
  }));
  return { rows: await deleteGradableRows(ids.filter((id) => !keptIds.has(id))), kept };
}

/**
 * Deletes the selected gradables with their grades. Those that a rule requires are kept and reported
 * (`gradable_in_use_[extern_id]`); 400 when nothing could be deleted for that reason.
 */
export function deleteGradables(
  caller: IntegrationCaller,
  { parameters }: { parameters: DeletionParameters },
): Promise<Deletion<GradableRow>> {
  const { extern_id: wanted } = parameters;
  return deleteItems(caller, "gradable", wanted, () => removeUnasked(caller.integration, wanted));
}
