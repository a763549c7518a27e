import { BULK_ITEM_STATUSES } from "@/lib/badges/bulk-actions/choices";
import type { BadgeBulkAction } from "@/lib/badges/bulk-actions/schema";
import { processedCount } from "./bulk-words";

const ALL = "all";

const ITEM_FILTERS = new Set<string>([ALL, ...BULK_ITEM_STATUSES]);

/** Returns the default filter: badges that need attention if there are any, otherwise all. */
function defaultFilter({ state, failed_count: failed, skipped_count: skipped }: BadgeBulkAction): string {
  if (state === "running") return ALL;
  if (failed > 0) return "failed";
  return skipped > 0 ? "skipped" : ALL;
}

/** Returns the filter of the query string. */
export const readItemFilter = (found: BadgeBulkAction, requested: string): string =>
  ITEM_FILTERS.has(requested) ? requested : defaultFilter(found);

/** Returns the filters of the badges with their counts. Those without badges are left out. */
export function itemTabs(found: BadgeBulkAction): { value: string; label: string }[] {
  const tabs: [value: string, label: string, count: number][] = [
    [ALL, "All", found.badges_count],
    ["done", "Done", found.done_count],
    ["skipped", "Skipped", found.skipped_count],
    ["failed", "Failed", found.failed_count],
    [
      "waiting",
      found.state === "running" ? "Waiting" : "Not processed",
      found.badges_count - processedCount(found),
    ],
  ];
  return tabs
    .filter(([value, , count]) => value === ALL || count > 0)
    .map(([value, label, count]) => ({ value, label: `${label} ${count.toLocaleString("en")}` }));
}
