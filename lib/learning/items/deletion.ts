import { limitErrors } from "./validation";
import type { ItemSelection } from "./schema";

/** An item that was not deleted, and why. */
export type RetainedItem = { externId: string; reason: string };

/** The result of a deletion. */
export type DeletionResult<Row> = {
  /** The deleted items, in the order added. */
  rows: Row[];
  /** So many deletions were requested that the response contains only their count. */
  isTruncated: boolean;
  /** Warnings for the response, by the names of errors. */
  warnings: Record<string, string>;
  /** Extern ids whose deletion was requested and that were not deleted. */
  notDeleted: string[];
};

/** The most deletions that are listed (specification, "Delete output detail"). */
const MAX_LISTED = 100;

/**
 * Builds the result of a deletion: what was deleted and what was not, because it is still used or does not exist. Items
 * are listed when at most 100 deletions were requested.
 */
export function buildDeletionResult<Row extends { externId: string }>(
  type: string,
  selection: ItemSelection,
  rows: Row[],
  retained: RetainedItem[],
): DeletionResult<Row> {
  const deletedIds = new Set(rows.map(({ externId }) => externId));
  const requestedIds =
    selection === "all" ? [...deletedIds, ...retained.map(({ externId }) => externId)] : selection;
  const notDeleted = requestedIds.filter((externId) => !deletedIds.has(externId));
  const isTruncated = requestedIds.length > MAX_LISTED;
  const warnings = {
    ...limitErrors(retained.map(({ externId, reason }) => [`${type}_in_use_${externId}`, reason])),
    ...(notDeleted.length > 0
      ? { not_all_deleted: `${notDeleted.length} of ${requestedIds.length} were not deleted.` }
      : {}),
    ...(isTruncated ? { output_truncated: `More than ${MAX_LISTED} deletions are not listed.` } : {}),
  };
  return { rows, isTruncated, warnings, notDeleted };
}
