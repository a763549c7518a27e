import Link from "next/link";
import { formatPeriod } from "@/components/console/overview/period-chart";
import { DataTable, type Column } from "@/components/ui/list/data-table";
import type { ListAddress } from "@/components/ui/list/list-address";
import type {
  AnalyticsChannel,
  AnalyticsFigures,
  AnalyticsGroup,
  AnalyticsPeriod,
  AnalyticsTemplate,
} from "@/lib/console/analytics/schema";
import { formatRate, MEASURE_LABELS, MEASURES, type Measure } from "./measures";

const figureColumn = <Row extends Partial<AnalyticsFigures>>(measure: Measure): Column<Row> => ({
  key: measure,
  label: MEASURE_LABELS[measure],
  isFigure: true,
  sort: { name: measure, first: "desc" },
  cell: (row) => (row[measure] ?? 0).toLocaleString("en"),
});

const rateColumn = <Row extends Pick<AnalyticsFigures, "acceptance_rate">>(): Column<Row> => ({
  key: "acceptance_rate",
  label: "Acceptance rate",
  isFigure: true,
  cell: (row) => formatRate(row.acceptance_rate),
});

/** A wide table, which scrolls sideways on narrow screens. */
const Scrolling = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={label}>
    {children}
  </div>
);

/** The numbers of the charts, newest first. */
export const PeriodTable = ({ periods }: { periods: AnalyticsPeriod[] }) => (
  <Scrolling label="Chart data">
    <DataTable
      label="Activity over time"
      columns={[
        { key: "period", label: "Period", cell: formatPeriod, className: "whitespace-nowrap" },
        ...MEASURES.map((measure) => figureColumn<AnalyticsPeriod>(measure)),
      ]}
      rows={periods.toReversed()}
      rowKey={({ from }) => from}
    />
  </Scrolling>
);

/** The keys by which templates can be sorted. */
export const TEMPLATE_SORTS = ["name", ...MEASURES] as const;

/** Sorts templates by the key of the address, by default by activity. */
function sortTemplates(templates: AnalyticsTemplate[], sort: string): AnalyticsTemplate[] {
  const key = TEMPLATE_SORTS.find((one) => one === sort.replace(/^-/, ""));
  if (!key) return templates;
  const compare = (one: AnalyticsTemplate, other: AnalyticsTemplate): number =>
    key === "name" ? one.name.localeCompare(other.name, "en") : one[key] - other[key];
  return templates.toSorted((one, other) =>
    sort.startsWith("-") ? compare(other, one) : compare(one, other),
  );
}

type TemplateTableProps = {
  home: string;
  organizationId: string;
  list: ListAddress;
  templates: AnalyticsTemplate[];
};

/** The templates with their figures. Those of the organization link to their pages. */
export const TemplateTable = ({ home, organizationId, list, templates }: TemplateTableProps) => (
  <Scrolling label="Figures of each template">
    <DataTable
      label="Templates"
      list={list}
      columns={[
        {
          key: "name",
          label: "Template",
          sort: { name: "name" },
          className: "min-w-40",
          cell: ({ id, name, owner_id: ownerId }) =>
            ownerId === organizationId ? (
              <Link
                prefetch={false}
                href={`${home}/badge_templates/${id}`}
                className="inline-flex min-h-6 items-center text-accent underline underline-offset-4"
              >
                {name}
              </Link>
            ) : (
              name
            ),
        },
        ...MEASURES.map((measure) => figureColumn<AnalyticsTemplate>(measure)),
      ]}
      rows={sortTemplates(templates, list.params.sort ?? "")}
      rowKey={({ id }) => id}
    />
  </Scrolling>
);

const KIND_LABELS: Record<AnalyticsChannel["kind"], string> = {
  view: "View",
  share: "Share",
  download: "Download",
  verification: "Verification",
  issuer_click: "Website click",
};

const CHANNEL_LABELS: Record<string, string> = {
  badge_page: "Badge page",
  template_page: "Template page",
  embed: "Embedded badge",
  linkedin: "LinkedIn",
  x: "X",
  facebook: "Facebook",
  whatsapp: "WhatsApp",
  email: "E-mail",
  copy_link: "Copied link",
  certificate: "Certificate",
  png: "PNG image",
  svg: "SVG image",
  json: "JSON",
  jwt: "JWT",
  page: "Verification page",
  file: "Uploaded file",
  api: "API",
  website: "Website",
  earn_this_badge: "How to earn this badge",
};

export const ChannelTable = ({ channels }: { channels: AnalyticsChannel[] }) => (
  <DataTable
    label="Channels"
    columns={[
      { key: "kind", label: "Activity", cell: ({ kind }) => KIND_LABELS[kind] },
      { key: "channel", label: "Channel", cell: ({ channel }) => CHANNEL_LABELS[channel] ?? channel },
      { key: "count", label: "Count", isFigure: true, cell: ({ count }) => count.toLocaleString("en") },
    ]}
    rows={channels}
    rowKey={({ kind, channel }) => `${kind}-${channel}`}
  />
);

export const GroupTable = ({ groups }: { groups: AnalyticsGroup[] }) => (
  <DataTable
    label="Groups"
    columns={[
      { key: "name", label: "Group", cell: ({ name, id }) => name || id },
      figureColumn<AnalyticsGroup>("issued"),
      figureColumn<AnalyticsGroup>("accepted"),
      rateColumn<AnalyticsGroup>(),
    ]}
    rows={groups}
    rowKey={({ id }) => id}
  />
);
