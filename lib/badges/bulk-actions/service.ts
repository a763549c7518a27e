import { withAuditEntry } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import { allows } from "@/lib/access/callers/rights";
import { findMatchingBadgeIds } from "@/lib/badges/issued/service";
import { recordEvents } from "@/lib/platform/recording/record-events";
import { clock } from "@/lib/kernel/clock";
import { forbidden, invalidField, notFound, unprocessable } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { parseFilter, readFilterTerms } from "@/lib/kernel/list/filter";
import { listKeys } from "@/lib/kernel/list/keys";
import type { ListInput } from "@/lib/kernel/list/list-input";
import type { Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import { MAX_BULK_BADGES } from "./choices";
import { bulkItemFilters, bulkItemSorts, findItemPage, insertItems } from "./item-queries";
import {
  filters,
  findBulkAction,
  findBulkActionPage,
  insertBulkAction,
  lockBulkAction,
  saveBulkAction,
  sorts,
} from "./queries";
import { NEEDED_ACCESS } from "./run";
import type { BadgeBulkActionInput } from "./schema";
import type { BulkActionRecord, BulkItemRecord } from "./serializer";

export const bulkActionListKeys = listKeys(filters, sorts);
export const bulkItemListKeys = listKeys(bulkItemFilters, bulkItemSorts);

/** Lists the organization's bulk actions, newest first unless sorted. */
export function listBulkActions(caller: Caller, input: ListInput): Promise<Page<BulkActionRecord>> {
  const where = { organizationId: caller.organizationId, AND: parseFilter(input.filter, filters) };
  return findBulkActionPage(where, parseSort(input.sort, sorts, [{ createdAt: "desc" }]), input.page);
}

/** Returns a bulk action of the organization. Throws 404 for any other. */
export async function getBulkAction(caller: Caller, id: string): Promise<BulkActionRecord> {
  const row = await findBulkAction(caller.organizationId, id);
  if (!row) throw notFound();
  return row;
}

/** Lists the badges of a bulk action with their results. */
export async function listBulkActionItems(
  caller: Caller,
  id: string,
  input: ListInput,
): Promise<Page<BulkItemRecord>> {
  const key = await getBulkAction(caller, id);
  const criteria = parseFilter(input.filter, bulkItemFilters);
  const order = parseSort(input.sort, bulkItemSorts, [{ number: "asc" }]);
  return findItemPage(key, criteria, order, input.page);
}

/** Checks what the schema cannot: the access for this action, and the reason of a revocation. */
function requireAllowedInput(caller: Caller, { action, reason }: BadgeBulkActionInput): void {
  if (!allows(caller, "issued_badges", NEEDED_ACCESS[action])) throw forbidden("You may not delete badges.");
  if (action === "revoke" && reason === undefined)
    throw invalidField("reason", "blank", "Reason can't be blank");
}

/** Finds the badges that match now. Throws 422 when there are too many, or not as many as expected. */
async function findExpectedBadges(caller: Caller, body: BadgeBulkActionInput): Promise<string[]> {
  const terms = readFilterTerms(new URLSearchParams({ filter: body.filter }));
  const ids = await findMatchingBadgeIds(caller, terms, MAX_BULK_BADGES + 1);
  if (ids.length > MAX_BULK_BADGES) {
    const limit = MAX_BULK_BADGES.toLocaleString("en");
    throw unprocessable("too_many_badges", `More than ${limit} badges match. Narrow the filter.`);
  }
  if (ids.length !== body.badges_count) {
    const message = `The list has changed: ${ids.length.toLocaleString("en")} badges match now.`;
    throw invalidField("badges_count", "changed_meanwhile", message);
  }
  return ids;
}

/**
 * Starts a job that does an action on all badges that match the filter now: their ids are stored, so that badges issued
 * or changed afterwards neither join nor leave the set. Throws 403 without the access that the action needs by hand, and
 * 422 while another bulk action of the organization runs, when more than 10,000 badges match, or when another number than
 * expected does.
 */
export function startBulkAction(caller: Caller, body: BadgeBulkActionInput): Promise<BulkActionRecord> {
  requireAllowedInput(caller, body);
  const { organizationId, actor } = caller;
  const [id, now] = [newId(), clock.now()];
  return withAuditEntry(caller, "badge_bulk_action.start", id, async () => {
    const badgeIds = await findExpectedBadges(caller, body);
    const isInserted = await insertBulkAction({
      organizationId,
      id,
      action: body.action,
      reason: body.action === "revoke" ? (body.reason ?? null) : null,
      isMailSuppressed: body.suppress_revoke_notification_email ?? false,
      badgesCount: badgeIds.length,
      startedByType: actor.type,
      startedById: actor.id,
      startedByName: actor.name,
      createdAt: now,
      updatedAt: now,
    });
    if (!isInserted) {
      const message = "Another bulk action is running. Wait until it ends, or stop it.";
      throw unprocessable("bulk_action_running", message);
    }
    await insertItems({ organizationId, id }, badgeIds);
    await recordEvents([], [{ kind: "badge_bulk_action", organizationId, subjectId: id }]);
    return getBulkAction(caller, id);
  });
}

/** Stops a run. What was done stays. Throws 404 for an unknown bulk action, 422 for one that is not running. */
export async function cancelBulkAction(caller: Caller, bulkActionId: string): Promise<BulkActionRecord> {
  const { id } = await getBulkAction(caller, bulkActionId);
  return withAuditEntry(caller, "badge_bulk_action.cancel", id, async () => {
    await lockBulkAction(caller.organizationId, id);
    const row = await getBulkAction(caller, id);
    if (row.state !== "running") {
      const message = "The bulk action has ended. Only a running one can be stopped.";
      throw unprocessable("bulk_action_not_running", message);
    }
    return saveBulkAction(row, { state: "cancelled", finishedAt: clock.now() });
  });
}
