import { named } from "./judge";
import type { Wanted } from "./schema";

/** An item that a deletion leaves where it is, and why. */
export type Kept = { externId: string; reason: string };

/** What a deletion did. */
export type Deletion<Row> = {
  /** All that were deleted, in the order added. */
  rows: Row[];
  /** So many were asked for that the answer has their count alone. */
  isTruncated: boolean;
  /** What is told beside it, by the names of errors. */
  more: Record<string, string>;
  /** Extern ids that were asked for and not deleted. */
  left: string[];
};

/** Specification, "Delete output detail". */
const MOST_SHOWN = 100;

/**
 * Tells of a deletion what was deleted and what was not: what is kept, and what was named and never there. Items are
 * shown one by one when 100 or fewer deletions were asked for.
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
