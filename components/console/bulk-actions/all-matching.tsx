"use client";

import { useSelection } from "@/components/console/issued-badges/selection";
import { MAX_BULK_BADGES } from "@/lib/badges/bulk-actions/choices";
import type { MatchingBadges } from "./all-dialogs";

type AllMatchingProps = { matching: MatchingBadges; pageSize: number; isPageSelected: boolean };

const LINK = "inline-flex min-h-8 items-center text-sm text-accent underline underline-offset-4";

/** Offers to select the badges on all pages when those of this page are selected. */
export function AllMatching({ matching, pageSize, isPageSelected }: AllMatchingProps) {
  const { coversAll, selectAll, selectIds } = useSelection();
  const { total, isTotalMinimum } = matching;
  if (!isPageSelected || total <= pageSize) return null;
  if (isTotalMinimum || total > MAX_BULK_BADGES)
    return (
      <p className="text-sm text-ink-faint">
        More than {MAX_BULK_BADGES.toLocaleString("en")} match. Filter the list to select all.
      </p>
    );
  return coversAll ? (
    <button type="button" className={LINK} onClick={() => selectIds([])}>
      Clear selection
    </button>
  ) : (
    <button type="button" className={LINK} onClick={selectAll}>
      Select all {total.toLocaleString("en")} that match
    </button>
  );
}
