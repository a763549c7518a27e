import type { AnalyticsTable } from "./choices";
import type { Analytics, AnalyticsFigures, AnalyticsGroup } from "./schema";

/** A table of a report: its headings, and a cell for each of them in each row. */
type Table = { name: string; headings: string[]; rows: string[][] };

const FUNNEL = ["issued", "accepted", "acceptance_rate"] as const;
const FIGURES = [...FUNNEL, "views", "shares", "downloads", "verifications", "issuer_clicks"] as const;

const cell = (value: string | number | null): string => (value === null ? "" : String(value));

const funnelCells = (row: Pick<AnalyticsGroup, (typeof FUNNEL)[number]>): string[] =>
  FUNNEL.map((name) => cell(row[name]));
const figureCells = (row: AnalyticsFigures): string[] => FIGURES.map((name) => cell(row[name]));

const BUILDERS: Record<AnalyticsTable, (report: Analytics) => Omit<Table, "name">> = {
  badge_templates: ({ badge_templates: templates }) => ({
    headings: ["id", "name", ...FIGURES],
    rows: templates.map((row) => [row.id, row.name, ...figureCells(row)]),
  }),
  periods: ({ periods }) => ({
    headings: ["from", "to", ...FIGURES],
    rows: periods.map((row) => [row.from, row.to, ...figureCells(row)]),
  }),
  channels: ({ channels }) => ({
    headings: ["kind", "channel", "count"],
    rows: channels.map(({ kind, channel, count }) => [kind, channel, cell(count)]),
  }),
  earner_groups: ({ earner_groups: groups }) => ({
    headings: ["id", "name", ...FUNNEL],
    rows: groups.map((row) => [row.id, row.name, ...funnelCells(row)]),
  }),
};

/** Builds a table of a report, for CSV. */
export const buildAnalyticsTable = (report: Analytics, table: AnalyticsTable): Table => ({
  name: `analytics_${table}`,
  ...BUILDERS[table](report),
});
