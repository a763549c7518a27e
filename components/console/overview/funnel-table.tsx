import { ChevronRight } from "lucide-react";
import { Count } from "@/components/ui/count";
import { DataTable, type Column } from "@/components/ui/data-table";
import type { Bucket } from "@/lib/console/overview/schema";
import { formatPeriod } from "./period-chart";
import { OUTCOME_LABELS, OUTCOME_STATES, OUTCOMES } from "./outcomes";

/** Returns the URL of the list of badges that a figure counts. */
export const badgeListHref = (
  home: string,
  { from, to }: { from: string; to: string },
  state = "",
): string => {
  const query = new URLSearchParams({ issued_at_date_min: from, issued_at_date_max: to });
  if (state) query.set("state", state);
  return `${home}/issued_badges?${query.toString()}`;
};

const buildColumns = (home: string): Column<Bucket>[] => [
  { key: "span", label: "Issued", cell: formatPeriod },
  {
    key: "issued",
    label: "Total",
    isFigure: true,
    cell: (bucket) => (
      <Count value={bucket.issued} href={badgeListHref(home, bucket)} of={`issued ${formatPeriod(bucket)}`} />
    ),
  },
  ...OUTCOMES.map((outcome): Column<Bucket> => ({
    key: outcome,
    label: OUTCOME_LABELS[outcome],
    isFigure: true,
    cell: (bucket) => (
      <Count
        value={bucket[outcome]}
        href={badgeListHref(home, bucket, OUTCOME_STATES[outcome])}
        of={`${OUTCOME_LABELS[outcome].toLowerCase()}, issued ${formatPeriod(bucket)}`}
      />
    ),
  })),
];

/** The numbers of the chart, newest first. Each links to its badges. */
export const FunnelTable = ({ buckets, home }: { buckets: Bucket[]; home: string }) => (
  <details className="group">
    <summary className="inline-flex min-h-8 list-none items-center gap-1.5 text-sm font-medium [&::-webkit-details-marker]:hidden">
      <ChevronRight className="size-4 transition-transform group-open:rotate-90" aria-hidden="true" />
      View as table
    </summary>
    <div className="mt-3 overflow-x-auto" tabIndex={0} role="region" aria-label="Chart data">
      <DataTable
        label="Issued badges over time"
        columns={buildColumns(home)}
        rows={buckets.toReversed()}
        rowKey={({ from }) => from}
      />
    </div>
  </details>
);
