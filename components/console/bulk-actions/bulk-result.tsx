import { Notice } from "@/components/ui/notice";
import type { BadgeBulkAction } from "@/lib/badges/bulk-actions/schema";
import { bulkActionTitle, formatBadges, processedCount } from "./bulk-words";

function resultSentences(found: BadgeBulkAction): string[] {
  const { skipped_count: skipped, failed_count: failed, badges_count: all, state } = found;
  const left = all - processedCount(found);
  return [
    ...(state === "cancelled" ? ["It was stopped before its end."] : []),
    ...(found.stop_reason ? [found.stop_reason] : []),
    ...(left > 0 ? [`${formatBadges(left)} not processed.`] : []),
    ...(skipped > 0 ? [`${formatBadges(skipped)} skipped. See the reasons below.`] : []),
    ...(failed > 0 ? [`${formatBadges(failed)} failed because of an error of this service. Try again.`] : []),
  ];
}

/** The result of a bulk action that has ended. */
export function BulkResult({ found }: { found: BadgeBulkAction }) {
  const sentences = resultSentences(found);
  return (
    <Notice tone={sentences.length > 0 ? "caution" : "positive"} title={`${bulkActionTitle(found)}.`}>
      {sentences.length > 0 ? <p>{sentences.join(" ")}</p> : null}
    </Notice>
  );
}
