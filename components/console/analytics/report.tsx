import { ChevronRight } from "lucide-react";
import { Swatch } from "@/components/console/overview/funnel-chart";
import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/facts";
import { FilterTabs } from "@/components/ui/list-controls";
import type { ListAddress } from "@/components/ui/list-address";
import type { Analytics } from "@/lib/organizations/analytics/schema";
import { ActivityChart } from "./activity-chart";
import { ENGAGEMENT_MEASURES, formatRate, MEASURE_LABELS, MEASURES } from "./measures";
import { ChannelTable, GroupTable, PeriodTable, TemplateTable } from "./report-tables";

type ReportProps = { report: Analytics; list: ListAddress; home: string; organizationId: string };

const NUMBER = "font-heading leading-none lining-nums tabular-nums";

const Totals = ({ totals }: Pick<Analytics, "totals">) => (
  <dl className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] border-s border-t border-line">
    {MEASURES.map((measure) => (
      <div
        key={measure}
        className="flex flex-col justify-between gap-3 border-e border-b border-line px-4 py-4"
      >
        <dt className="text-[0.8125rem] text-ink-soft">{MEASURE_LABELS[measure]}</dt>
        <dd className={`${NUMBER} text-end text-[1.75rem]`}>{totals[measure].toLocaleString("en")}</dd>
      </div>
    ))}
  </dl>
);

function Engagement({ report, list }: Pick<ReportProps, "report" | "list">) {
  const measure = ENGAGEMENT_MEASURES.find((one) => one === list.params.measure) ?? "views";
  return (
    <Section title="Activity over time">
      <FilterTabs
        list={list}
        name="measure"
        label="Activity"
        options={ENGAGEMENT_MEASURES.map((one) => ({
          value: one === "views" ? "" : one,
          label: MEASURE_LABELS[one],
        }))}
      />
      {report.totals[measure] === 0 ? (
        <p className="text-sm text-ink-faint">None in this period.</p>
      ) : (
        <ActivityChart periods={report.periods} series={[{ measure, fill: "accepted" }]} />
      )}
      <p className="text-[0.8125rem] text-ink-faint">
        Bots are not counted. Nothing about visitors is stored.
      </p>
    </Section>
  );
}

const LEGEND = "flex items-center gap-3 py-2.5";

function Acceptance({ report }: Pick<ReportProps, "report">) {
  const { totals, by } = report;
  return (
    <Section title="Issued and accepted">
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <ActivityChart
          periods={report.periods}
          series={[
            { measure: "issued", fill: "withdrawn" },
            { measure: "accepted", fill: "accepted" },
          ]}
        />
        <ul className="divide-y divide-line border-y border-line text-sm">
          <li className={LEGEND}>
            <Swatch outcome="withdrawn" /> Issued
            <span className={`${NUMBER} ms-auto text-2xl`}>{totals.issued.toLocaleString("en")}</span>
          </li>
          <li className={LEGEND}>
            <Swatch outcome="accepted" /> Accepted
            <span className={`${NUMBER} ms-auto text-2xl`}>{totals.accepted.toLocaleString("en")}</span>
          </li>
          {by === "issued_at" ? (
            <li className={LEGEND}>
              Acceptance rate
              <span className={`${NUMBER} ms-auto text-2xl`}>{formatRate(totals.acceptance_rate)}</span>
            </li>
          ) : null}
        </ul>
      </div>
      <p className="text-[0.8125rem] text-ink-faint">
        {by === "issued_at"
          ? "Badges issued in this period, and how many of them were accepted since."
          : "Badges issued in this period, and badges accepted in this period."}
      </p>
    </Section>
  );
}

const isEmpty = ({ totals }: Analytics): boolean => MEASURES.every((measure) => totals[measure] === 0);

/** The report: figures, charts with their numbers, and tables by template, channel and group. */
export function Report({ report, list, home, organizationId }: ReportProps) {
  if (isEmpty(report))
    return (
      <EmptyState title="No activity in this period">Choose other dates or another template.</EmptyState>
    );
  return (
    <>
      <Totals totals={report.totals} />
      <Engagement report={report} list={list} />
      <Acceptance report={report} />
      <details className="group">
        <summary className="inline-flex min-h-8 list-none items-center gap-1.5 text-sm font-medium [&::-webkit-details-marker]:hidden">
          <ChevronRight className="size-4 transition-transform group-open:rotate-90" aria-hidden="true" />
          View charts as table
        </summary>
        <div className="mt-3">
          <PeriodTable periods={report.periods} />
        </div>
      </details>
      <Section title="Templates">
        <TemplateTable
          home={home}
          organizationId={organizationId}
          list={list}
          templates={report.badge_templates}
        />
      </Section>
      {report.channels.length > 0 ? (
        <Section title="Channels">
          <ChannelTable channels={report.channels} />
        </Section>
      ) : null}
      {report.earner_groups.length > 0 ? (
        <Section title="Groups">
          <GroupTable groups={report.earner_groups} />
        </Section>
      ) : null}
    </>
  );
}
