import Link from "next/link";
import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/facts";
import { FilterTabs } from "@/components/ui/list-controls";
import type { Bucket, OutcomeCounts, Span } from "@/lib/console/overview/schema";
import { FunnelChart, Swatch } from "./funnel-chart";
import { badgeListHref, FunnelTable } from "./funnel-table";
import { OUTCOME_LABELS, OUTCOME_STATES, OUTCOMES } from "./outcomes";

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
