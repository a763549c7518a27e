import type { Metadata } from "next";
import { ENGAGEMENT_MEASURES } from "@/components/console/analytics/measures";
import { Report } from "@/components/console/analytics/report";
import { ReportFilters } from "@/components/console/analytics/report-filters";
import { TEMPLATE_SORTS } from "@/components/console/analytics/report-tables";
import { CsvExport } from "@/components/ui/list/csv-export";
import { EmptyState } from "@/components/ui/list/empty-state";
import type { ListAddress } from "@/components/ui/list/list-address";
import { PageHeader } from "@/components/ui/page/page-header";
import { listTemplateChoices } from "@/lib/badges/templates/service";
import { isUuid } from "@/lib/kernel/ids";
import { readAnalyticsQuery, readDay } from "@/lib/console/analytics/request";
import type { AnalyticsInput } from "@/lib/console/analytics/schema";
import { presentAnalytics } from "@/lib/console/analytics/serializer";
import { getAnalytics } from "@/lib/console/analytics/service";
import { may, requireConsoleMember } from "../../../console-caller";
import {
  buildListAddress,
  csvHref,
  readChoice,
  readParameter,
  type PageQuery,
  type QueryParameters,
} from "../../../list-request";

export const metadata: Metadata = { title: "Analytics" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

/** Reads the filters from the URL. Invalid ones are ignored. */
function readFilters(parameters: QueryParameters) {
  const templateId = readParameter(parameters.badge_template_id).toLowerCase();
  return {
    from: readDay(readParameter(parameters.from)) ?? "",
    to: readDay(readParameter(parameters.to)) ?? "",
    by: readChoice(parameters.by, ["event_date"]),
    badge_template_id: isUuid(templateId) ? templateId : "",
  };
}

/** Returns what the report is about. Null for days in the wrong order, or too many of them. */
function readInput(query: URLSearchParams): AnalyticsInput | null {
  try {
    return readAnalyticsQuery(query);
  } catch {
    return null;
  }
}

function buildAddress(
  path: string,
  parameters: QueryParameters,
  filters: Record<string, string>,
): ListAddress {
  const measure = readChoice(parameters.measure, ENGAGEMENT_MEASURES);
  return buildListAddress(path, parameters, { filters: { ...filters, measure }, sorts: TEMPLATE_SORTS });
}

export default async function AnalyticsPage({ params, searchParams }: Props) {
  const [{ organization: slug }, parameters] = await Promise.all([params, searchParams]);
  const { caller, organization } = await requireConsoleMember(slug, { scope: "issued_badges" });
  const home = `/console/${slug}`;
  const filters = readFilters(parameters);
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ""));
  const input = readInput(query);
  const [report, templates] = await Promise.all([
    input && getAnalytics(caller, input).then(presentAnalytics),
    may(caller, "badge_templates", "read") ? listTemplateChoices(caller) : [],
  ]);
  const list = buildAddress(`${home}/analytics`, parameters, filters);
  return (
    <>
      <PageHeader
        title="Analytics"
        description="How often your badges are viewed, shared, downloaded and verified."
        actions={
          report && (
            <CsvExport
              label="Export CSV"
              allFields={csvHref(organization.id, "analytics", query)}
              shownColumns={null}
            />
          )
        }
      />
      <div className="flex flex-col gap-12">
        <ReportFilters list={list} days={input ?? filters} templates={templates} />
        {report ? (
          <Report report={report} list={list} home={home} organizationId={organization.id} />
        ) : (
          <EmptyState title="Choose other dates">
            The first day must not be after the last day, and they can be at most 366 days apart.
          </EmptyState>
        )}
      </div>
    </>
  );
}
