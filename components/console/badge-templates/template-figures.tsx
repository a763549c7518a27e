import Link from "next/link";
import { FigureGrid } from "@/components/console/analytics/figure-grid";
import { formatRate } from "@/components/console/analytics/measures";
import { Acceptance, Engagement } from "@/components/console/analytics/report-charts";
import { EmptyState } from "@/components/ui/list/empty-state";
import { FilterTabs } from "@/components/ui/list/list-controls";
import type { ListAddress } from "@/components/ui/list/list-address";
import { formatDuration } from "@/components/ui/time/time";
import type { Analytics } from "@/lib/console/analytics/schema";

/** The periods for which figures can be seen, the first one unless the address names another. */
export const PERIODS = [
  { value: "", label: "30 days", days: 30 },
  { value: "90", label: "90 days", days: 90 },
  { value: "365", label: "12 months", days: 365 },
] as const;

type TemplateFiguresProps = {
  report: Analytics;
  holders: { holders: number; median_seconds_to_accept: number | null };
  list: ListAddress;
  /** The page with the full report. */
  analytics: string;
};

const count = (number: number): string => number.toLocaleString("en");

/** How a template does: who holds its badges, and what happened in a period. */
export function TemplateFigures({ report, holders, list, analytics }: TemplateFiguresProps) {
  const { totals } = report;
  const { holders: number, median_seconds_to_accept: median } = holders;
  return (
    <div className="flex min-w-0 flex-col gap-10">
      <div className="flex flex-col gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <FilterTabs list={list} name="period" label="Period" options={[...PERIODS]} />
          <Link
            prefetch={false}
            href={analytics}
            className="text-sm text-accent underline underline-offset-4"
          >
            Open in Analytics
          </Link>
        </div>
        <FigureGrid
          figures={[
            { label: "Holders today", value: count(number) },
            { label: "Issued", value: count(totals.issued) },
            { label: "Acceptance rate", value: formatRate(totals.acceptance_rate) },
            { label: "Median time to accept", value: median === null ? "–" : formatDuration(median) },
            { label: "Views", value: count(totals.views) },
            { label: "Shares", value: count(totals.shares) },
            { label: "Downloads", value: count(totals.downloads) },
            { label: "Verifications", value: count(totals.verifications) },
          ]}
        />
      </div>
      {totals.issued === 0 ? (
        <EmptyState title="No badges issued in this period">Choose a longer period.</EmptyState>
      ) : (
        <Acceptance report={report} />
      )}
      <Engagement report={report} list={list} />
    </div>
  );
}
