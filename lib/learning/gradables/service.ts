import type { Integration, IntegrationCaller } from "@/lib/learning/requests/caller";
import { clock } from "@/lib/kernel/clock";
import type { PagedRows, Paging } from "@/lib/learning/requests/paging";
import type { DeletionResult, RetainedItem } from "@/lib/learning/items/deletion";
import type { DeletionParameters, ItemSelection } from "@/lib/learning/items/schema";
import { deleteItems, importItems } from "@/lib/learning/items/service";
import { findOnlyStudentId } from "@/lib/learning/students/service";
import { parseMinimum } from "./grade-types";
import {
  deleteGradableRows,
  findGradablesInUse,
  findGradablePage,
  insertGradables,
  lockGradablesForDeletion,
} from "./queries";
import { GRADABLE_COLUMNS, GradableInput, type NewGradables } from "./schema";
import type { GradableRow } from "./serializer";

/** Lists the gradables of an integration in the order added. A learner sees those in which they have a grade. */
export const listGradables = async (
  caller: IntegrationCaller,
  { paging }: { paging: Paging },
): Promise<PagedRows<GradableRow>> =>
  findGradablePage(caller.integration, await findOnlyStudentId(caller), paging);

/** Checks that the requirement fits the gradable's type, and normalizes it. */
const ValidGradable = GradableInput.transform((item, context) => {
  const minimum = parseMinimum(item.callback, item.min_pass_requirement);
  if (minimum !== null) return { ...item, min_pass_requirement: minimum };
  context.addIssue({
    code: "custom",
    path: ["min_pass_requirement"],
    message: `is not a requirement of the type ${item.callback}`,
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
): Promise<PagedRows<GradableRow>> {
  const { integration, userId: creatorId } = caller;
  const definition = {
    type: "gradable" as const,
    columns: GRADABLE_COLUMNS,
    schema: ValidGradable,
    store: (items: GradableInput[]) =>
      insertGradables(integration, items, { creatorId, createdAt: clock.now() }),
  };
  return importItems(caller, definition, parameters.grades, paging);
}

/**
 * Deletes the selected gradables except those that a rule requires: without them, more students would meet that rule.
 */
async function deleteUnusedGradables(
  integration: Integration,
  selection: ItemSelection,
): Promise<{ rows: GradableRow[]; retained: RetainedItem[] }> {
  const ids = await lockGradablesForDeletion(integration, selection);
  const inUse = await findGradablesInUse(ids);
  const inUseIds = new Set(inUse.map(({ id }) => id));
  const retained = inUse.map(({ externId, ruleIds }) => ({
    externId,
    reason: `is required by ${ruleIds.length === 1 ? "the rule" : "the rules"} ${ruleIds.join(", ")}`,
  }));
  return { rows: await deleteGradableRows(ids.filter((id) => !inUseIds.has(id))), retained };
}

/**
 * Deletes the selected gradables with their grades. Those that a rule requires are kept and reported
 * (`gradable_in_use_[extern_id]`); 400 when nothing could be deleted for that reason.
 */
export function deleteGradables(
  caller: IntegrationCaller,
  { parameters }: { parameters: DeletionParameters },
): Promise<DeletionResult<GradableRow>> {
  const { extern_id: selection } = parameters;
  return deleteItems(caller, "gradable", selection, () =>
    deleteUnusedGradables(caller.integration, selection),
  );
}
