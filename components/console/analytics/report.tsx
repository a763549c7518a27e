import { ChevronRight } from "lucide-react";
import { EmptyState } from "@/components/ui/list/empty-state";
import { Section } from "@/components/ui/facts";
import type { ListAddress } from "@/components/ui/list/list-address";
import type { Analytics } from "@/lib/console/analytics/schema";
import { MEASURE_LABELS, MEASURES } from "./measures";
import { FigureGrid } from "./figure-grid";
import { Acceptance, Engagement } from "./report-charts";
import { ChannelTable, GroupTable, PeriodTable, TemplateTable } from "./report-tables";

type ReportProps = { report: Analytics; list: ListAddress; home: string; organizationId: string };

const Totals = ({ totals }: Pick<Analytics, "totals">) => (
  <FigureGrid
    figures={MEASURES.map((measure) => ({
      label: MEASURE_LABELS[measure],
      value: totals[measure].toLocaleString("en"),
    }))}
  />
);

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
