import Link from "next/link";
import { Notice } from "@/components/ui/notice";
import type { BadgeImport } from "@/lib/badges/imports/schema";
import { counted, issuableCount } from "./import-words";

const LINK = "inline-flex min-h-8 items-center font-medium text-accent underline underline-offset-4";

function sentencesOf(found: BadgeImport, left: number): string[] {
  const { state, stop_reason: reason, failed_count: failed, error_count: errors } = found;
  return [
    ...(state === "stopped" && reason ? [reason] : []),
    ...(left > 0 ? [`${counted(left, "row")} not processed.`] : []),
    ...(failed > 0 ? [`${counted(failed, "row")} could not be issued. See the reasons below.`] : []),
    ...(errors > 0 ? [`${counted(errors, "row")} skipped because of errors.`] : []),
  ];
}

/** The result of a run. */
export function EndNotice({ found, home }: { found: BadgeImport; home: string }) {
  const { issued_count: issued, failed_count: failed, state, badge_template: template } = found;
  const left = issuableCount(found) - issued - failed;
  const isWhole = state === "done" && failed === 0;
  return (
    <Notice tone={isWhole ? "positive" : "caution"} title={`${counted(issued, "badge")} issued`}>
      <p>{sentencesOf(found, left).join(" ")}</p>
      <Link href={`${home}/issued_badges?badge_template_id=${template.id}`} className={LINK}>
        {" "}
        View issued badges{" "}
      </Link>
    </Notice>
  );
}
