import type { Tone } from "@/components/ui/tag";
import type { BulkActionKind } from "@/lib/badges/bulk-actions/choices";
import type { BadgeBulkAction, BadgeBulkActionItem } from "@/lib/badges/bulk-actions/schema";

/** Formats a number of badges: "1 badge", "1,234 badges". */
export const formatBadges = (count: number): string =>
  `${count.toLocaleString("en")} ${count === 1 ? "badge" : "badges"}`;

type ActionWords = {
  /** On buttons and in titles, before the number of badges. */
  verb: string;
  /** While it runs, and after it. */
  running: string;
  done: string;
};

export const ACTION_WORDS: Record<BulkActionKind, ActionWords> = {
  resend: { verb: "Resend e-mail for", running: "Resending e-mail for", done: "Resent e-mail for" },
  revoke: { verb: "Revoke", running: "Revoking", done: "Revoked" },
  delete: { verb: "Delete", running: "Deleting", done: "Deleted" },
};

export const ITEM_TAGS: Record<BadgeBulkActionItem["status"], [tone: Tone, label: string]> = {
  waiting: ["neutral", "Waiting"],
  done: ["positive", "Done"],
  skipped: ["caution", "Skipped"],
  failed: ["negative", "Failed"],
};

/** Returns how many badges were processed, with any result. */
export const processedCount = (found: BadgeBulkAction): number =>
  found.done_count + found.skipped_count + found.failed_count;

/** Returns how far a bulk action is: "300 of 1,234 done, 2 skipped". */
export function progressText(found: BadgeBulkAction): string {
  const { done_count: done, skipped_count: skipped, failed_count: failed, badges_count: all } = found;
  return [
    `${done.toLocaleString("en")} of ${all.toLocaleString("en")} done`,
    ...(skipped > 0 ? [`${skipped.toLocaleString("en")} skipped`] : []),
    ...(failed > 0 ? [`${failed.toLocaleString("en")} failed`] : []),
  ].join(", ");
}

/** Returns what a bulk action does or did: "Revoking 1,234 badges". */
export function bulkActionTitle(found: BadgeBulkAction): string {
  const { running, done } = ACTION_WORDS[found.action];
  return found.state === "running"
    ? `${running} ${formatBadges(found.badges_count)}`
    : `${done} ${formatBadges(found.done_count)}`;
}
