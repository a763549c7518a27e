import Link from "next/link";
import { Notice } from "@/components/ui/notice";
import type { BadgeImport } from "@/lib/badges/imports/schema";
import { formatCount, issuableCount } from "./import-words";

const LINK = "inline-flex min-h-8 items-center font-medium text-accent underline underline-offset-4";

function resultSentences(found: BadgeImport, unprocessed: number): string[] {
  const { state, stop_reason: reason, failed_count: failed, error_count: errors } = found;
  return [
    ...(state === "stopped" && reason ? [reason] : []),
    ...(unprocessed > 0 ? [`${formatCount(unprocessed, "row")} not processed.`] : []),
    ...(failed > 0 ? [`${formatCount(failed, "row")} could not be issued. See the reasons below.`] : []),
    ...(errors > 0 ? [`${formatCount(errors, "row")} skipped because of errors.`] : []),
  ];
}

/** The result of a run. */
export function EndNotice({ found, home }: { found: BadgeImport; home: string }) {
  const { issued_count: issued, failed_count: failed, state, badge_template: template } = found;
  const unprocessed = issuableCount(found) - issued - failed;
  const filter = found.mapping.badge_template === undefined ? `?badge_template_id=${template.id}` : "";
  const isComplete = state === "done" && failed === 0;
  return (
    <Notice tone={isComplete ? "positive" : "caution"} title={`${formatCount(issued, "badge")} issued`}>
      <p>{resultSentences(found, unprocessed).join(" ")}</p>
      <Link href={`${home}/issued_badges${filter}`} className={LINK}>
        {" "}
        View issued badges{" "}
      </Link>
    </Notice>
  );
}
