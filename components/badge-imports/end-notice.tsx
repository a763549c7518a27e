import Link from "next/link";
import { Notice } from "@/components/ui/notice";
import type { BadgeImport } from "@/lib/badge-imports/schema";
import { counted, issuableCount } from "./import-words";

const LINK = "inline-flex min-h-8 items-center font-medium text-accent underline underline-offset-4";

function sentenceOf({ state, stop_reason: reason, ...found }: BadgeImport & { left: number }): string | null {
  if (state === "cancelled") return `Cancelled: ${counted(found.left, "row")} were left.`;
  if (state === "stopped") return `${reason ?? ""} ${counted(found.left, "row")} were left.`;
  return found.failed_count > 0
    ? `${counted(found.failed_count, "row")} could not be issued: the list below says why.`
    : null;
}

/** What came of a run. */
export function EndNotice({ found, home }: { found: BadgeImport; home: string }) {
  const { issued_count: issued, failed_count: failed, state, badge_template: template } = found;
  const left = issuableCount(found) - issued - failed;
  const isWhole = state === "done" && failed === 0;
  return (
    <Notice tone={isWhole ? "positive" : "caution"} title={`${counted(issued, "badge")} issued`}>
      <p>{sentenceOf({ ...found, left })}</p>
      <Link href={`${home}/issued_badges?badge_template_id=${template.id}`} className={LINK}>
        Issued badges
      </Link>
    </Notice>
  );
}
