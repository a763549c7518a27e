"use client";

import Link from "next/link";
import { listHref, type ListAddress } from "@/components/ui/list/list-address";
import type { BadgeImport } from "@/lib/badges/imports/schema";
import { useCheckedImport } from "./hooks";

const FIGURE = [
  "flex min-w-28 flex-col rounded-xl border border-line px-4 py-3 text-ink no-underline transition-colors",
  "hover:border-edge",
].join(" ");

type CheckSummaryProps = { found: BadgeImport; list: ListAddress };

/** The results of the check, as figures that link to their rows. */
export function CheckSummary({ found: first, list }: CheckSummaryProps) {
  const found = useCheckedImport(first);
  const figures = [
    { status: "ok", label: "ready to issue", count: found.ok_count, tone: "" },
    { status: "warning", label: "with warnings", count: found.warning_count, tone: "text-caution" },
    { status: "error", label: "with errors", count: found.error_count, tone: "text-negative" },
  ];
  return (
    <ul aria-label="Check results" className="flex flex-wrap gap-3">
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
