import { named } from "./judge";
import type { Wanted } from "./schema";

/** An item that was not deleted, and why. */
export type Kept = { externId: string; reason: string };

/** The result of a deletion. */
export type Deletion<Row> = {
  /** The deleted items, in the order added. */
  rows: Row[];
  /** So many deletions were requested that the response contains only their count. */
  isTruncated: boolean;
  /** Warnings for the response, by the names of errors. */
  more: Record<string, string>;
  /** Extern ids whose deletion was requested and that were not deleted. */
  left: string[];
};

/** Specification, "Delete output detail". */
const MOST_SHOWN = 100;

/**
 * Builds the result of a deletion: what was deleted and what was not, because it is still used or does not exist. Items
 * are listed when at most 100 deletions were requested.
 */
export function deletionOf<Row extends { externId: string }>(
  type: string,
  wanted: Wanted,
  rows: Row[],
  kept: Kept[],
): Deletion<Row> {
  const gone = new Set(rows.map(({ externId }) => externId));
  const asked = wanted === "all" ? [...gone, ...kept.map(({ externId }) => externId)] : wanted;
  const left = asked.filter((externId) => !gone.has(externId));
  const isTruncated = asked.length > MOST_SHOWN;
  const more = {
    ...named(kept.map(({ externId, reason }) => [`${type}_in_use_${externId}`, reason])),
    ...(left.length > 0 ? { not_all_deleted: `${left.length} of ${asked.length} were not deleted.` } : {}),
    ...(isTruncated ? { output_truncated: `More than ${MOST_SHOWN} deletions are not listed.` } : {}),
  };
  return { rows, isTruncated, more, left };
}
