import type { BadgeImport } from "@/lib/badges/imports/schema";
import { issuableCount } from "./import-words";

/** Rows that wait for a run, whatever the check said of them. */
const WAITING = "ok,warning";

const ALL = "all";

/** What the rows of a file can be narrowed to. */
const ROW_FILTERS = new Set([ALL, "ok", "warning", "error", WAITING, "issued", "failed"]);

/** What an address that names no filter shows: what somebody has to look at, when there is anything. */
function firstFilter({ state, error_count: errors, failed_count: failed }: BadgeImport): string {
  if (failed > 0 && state !== "running") return "failed";
  return errors > 0 && state !== "running" ? "error" : ALL;
}

/** Returns the row filter of the query string. */
export const rowFilter = (found: BadgeImport, asked: string): string =>
  ROW_FILTERS.has(asked) ? asked : firstFilter(found);

/** The statuses that a filter stands for; empty for all of them. */
export const statusesOf = (filter: string): string => (filter === ALL ? "" : filter);

type RowTab = { value: string; label: string };

const tab = (value: string, label: string, count: number): RowTab => ({
  value,
  label: `${label} ${count.toLocaleString("en")}`,
});

/** The filters of the rows with how many there are: what the check found, and once it was started what came of it. */
export function rowTabs(found: BadgeImport): RowTab[] {
  const all = tab(ALL, "All", found.rows_count);
  const errors = tab("error", "Errors", found.error_count);
  if (found.state === "ready") {
    return [all, tab("ok", "Ready", found.ok_count), tab("warning", "Warnings", found.warning_count), errors];
  }
  const waiting = issuableCount(found) - found.issued_count - found.failed_count;
  const failed = found.failed_count > 0 ? [tab("failed", "Failed", found.failed_count)] : [];
  const left = waiting > 0 ? [tab(WAITING, "Waiting", waiting)] : [];
  return [all, tab("issued", "Issued", found.issued_count), ...left, ...failed, errors];
}
