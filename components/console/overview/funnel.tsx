import Link from "next/link";
import { EmptyState } from "@/components/ui/list/empty-state";
import { Section } from "@/components/ui/facts";
import { FilterTabs } from "@/components/ui/list/list-controls";
import type { Bucket, OutcomeCounts, Span } from "@/lib/console/overview/schema";
import { FunnelChart, Swatch } from "./funnel-chart";
import { OUTCOME_LABELS, OUTCOME_STATES, OUTCOMES } from "./outcomes";
import { ChevronRight } from "lucide-react";
import { Count } from "@/components/ui/list/count";
import { DataTable, type Column } from "@/components/ui/list/data-table";
import { formatPeriod } from "./period-chart";

/** Returns the URL of the list of badges that a figure counts. */
const badgeListHref = (home: string, { from, to }: { from: string; to: string }, state = ""): string => {
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
const FunnelTable = ({ buckets, home }: { buckets: Bucket[]; home: string }) => (
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

type FunnelProps = {
  home: string;
  span: Span;
  funnel: { from: string; to: string; total: OutcomeCounts & { issued: number }; buckets: Bucket[] };
  /** From 0 to 1. Null when there is no badge to accept. */
  rate: number | null;
};

const SPAN_LABELS: Record<Span, string> = { "30d": "30 days", "90d": "90 days", "12m": "12 months" };

const LINK = "flex items-center gap-3 py-2.5 text-ink no-underline hover:bg-sunken";
const NUMBER = "ms-auto font-heading text-2xl leading-none lining-nums tabular-nums";

function Legend({ home, funnel, rate }: Pick<FunnelProps, "home" | "funnel" | "rate">) {
  return (
    <ul className="divide-y divide-line border-y border-line text-sm">
      <li>
        <Link prefetch={false} href={badgeListHref(home, funnel)} className={LINK}>
          Issued
          <span className={NUMBER}>{funnel.total.issued.toLocaleString("en")}</span>
        </Link>
      </li>
      {OUTCOMES.map((outcome) => (
        <li key={outcome}>
          <Link prefetch={false} href={badgeListHref(home, funnel, OUTCOME_STATES[outcome])} className={LINK}>
            <Swatch outcome={outcome} />
            {OUTCOME_LABELS[outcome]}
            <span className={NUMBER}>{funnel.total[outcome].toLocaleString("en")}</span>
          </Link>
        </li>
      ))}
      <li>
        <Link prefetch={false} href={badgeListHref(home, funnel, "accepted")} className={LINK}>
          Acceptance rate
          <span className={NUMBER}>{rate === null ? "–" : `${Math.round(rate * 100)}%`}</span>
        </Link>
      </li>
    </ul>
  );
}

/** Badges by outcome over the selected period. */
export function Funnel({ home, span, funnel, rate }: FunnelProps) {
  const list = { path: home, params: { span: span === "30d" ? "" : span } };
  return (
    <Section title="Badge activity">
      <FilterTabs
        list={list}
        name="span"
        label="Period"
        options={Object.entries(SPAN_LABELS).map(([value, label]) => ({
          value: value === "30d" ? "" : value,
          label,
        }))}
      />
      {funnel.total.issued === 0 ? (
        <EmptyState title="No badges issued in this period">Choose a longer period.</EmptyState>
      ) : (
        <>
          <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
            <FunnelChart buckets={funnel.buckets} />
            <Legend home={home} funnel={funnel} rate={rate} />
          </div>
          <p className="text-[0.8125rem] text-ink-faint">
            Grouped by issue date. The acceptance rate excludes revoked and replaced badges.
          </p>
          <FunnelTable buckets={funnel.buckets} home={home} />
        </>
      )}
    </Section>
  );
}
