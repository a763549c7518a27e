import type { BadgeImport } from "@/lib/badges/imports/schema";
import { issuableCount } from "./import-words";

/** Rows that can still be issued, with or without warnings. */
const WAITING = "ok,warning";

const ALL = "all";

/** The filters for the rows of an import. */
const ROW_FILTERS = new Set([ALL, "ok", "warning", "error", WAITING, "issued", "failed"]);

/** Returns the default filter: rows that need attention if there are any, otherwise all rows. */
function defaultFilter({ state, error_count: errors, failed_count: failed }: BadgeImport): string {
  if (state === "running" || state === "scheduled") return ALL;
  if (failed > 0) return "failed";
  return errors > 0 ? "error" : ALL;
}

/** Returns the row filter of the query string. */
export const readRowFilter = (found: BadgeImport, requested: string): string =>
  ROW_FILTERS.has(requested) ? requested : defaultFilter(found);

/** Returns the statuses of a filter, or an empty string for all. */
export const filterStatuses = (filter: string): string => (filter === ALL ? "" : filter);

type RowTab = { value: string; label: string };

const buildTab = (value: string, label: string, count: number): RowTab => ({
  value,
  label: `${label} ${count.toLocaleString("en")}`,
});

/** Returns the row filters with their counts: check results before the start, issuing results after it. */
export function rowTabs(found: BadgeImport): RowTab[] {
  const all = buildTab(ALL, "All", found.rows_count);
  const errors = buildTab("error", "Errors", found.error_count);
  if (found.state === "ready") {
    return [
      all,
      buildTab("ok", "Ready", found.ok_count),
      buildTab("warning", "Warnings", found.warning_count),
      errors,
    ];
  }
  const waiting = issuableCount(found) - found.issued_count - found.failed_count;
  const failed = found.failed_count > 0 ? [buildTab("failed", "Failed", found.failed_count)] : [];
  const left = waiting > 0 ? [buildTab(WAITING, "Waiting", waiting)] : [];
  return [all, buildTab("issued", "Issued", found.issued_count), ...left, ...failed, errors];
}
