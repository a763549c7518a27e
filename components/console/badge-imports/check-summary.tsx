import Link from "next/link";
import { listHref, type ListAddress } from "@/components/ui/list-address";
import type { BadgeImport } from "@/lib/badges/imports/schema";

const FIGURE = [
  "flex min-w-28 flex-col rounded-xl border border-line px-4 py-3 text-ink no-underline transition-colors",
  "hover:border-edge",
].join(" ");

type CheckSummaryProps = { found: BadgeImport; list: ListAddress };

/** What the check found, as figures that lead to their rows. */
export function CheckSummary({ found, list }: CheckSummaryProps) {
  const figures = [
    { status: "ok", label: "ready", count: found.ok_count, tone: "" },
    { status: "warning", label: "with a warning", count: found.warning_count, tone: "text-caution" },
    { status: "error", label: "with an error", count: found.error_count, tone: "text-negative" },
  ];
  return (
    <ul aria-label="What the check found" className="flex flex-wrap gap-3">
      {figures.map(({ status, label, count, tone }) => (
        <li key={status}>
          <Link href={`${listHref(list, { status })}#rows`} className={FIGURE}>
            <span
              className={`font-heading text-2xl leading-tight tabular-nums ${count > 0 ? tone : "text-ink-faint"}`}
            >
              {count.toLocaleString("en")}
            </span>
            <span className="text-[0.8125rem] text-ink-soft">{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
