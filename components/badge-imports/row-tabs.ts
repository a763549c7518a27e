import type { BadgeImport } from "@/lib/badge-imports/schema";
import { issuableCount } from "./import-words";

/** Rows that wait for a run, whatever the check said of them. */
const WAITING = "ok,warning";

/** What the rows of a file can be narrowed to. */
export const ROW_FILTERS = ["ok", "warning", "error", WAITING, "issued", "failed"];

type RowTab = { value: string; label: string };

const tab = (value: string, label: string, count: number): RowTab => ({
  value,
  label: `${label} ${count.toLocaleString("en")}`,
});

/** The filters of the rows with how many there are: what the check found, and once it was started what came of it. */
export function rowTabs(found: BadgeImport): RowTab[] {
  const all = tab("", "All", found.rows_count);
  const errors = tab("error", "Errors", found.error_count);
  if (found.state === "ready") {
    return [all, tab("ok", "Ready", found.ok_count), tab("warning", "Warnings", found.warning_count), errors];
  }
  const waiting = issuableCount(found) - found.issued_count - found.failed_count;
  const failed = found.failed_count > 0 ? [tab("failed", "Failed", found.failed_count)] : [];
  const left = waiting > 0 ? [tab(WAITING, "Waiting", waiting)] : [];
  return [all, tab("issued", "Issued", found.issued_count), ...left, ...failed, errors];
}
