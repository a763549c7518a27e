import { readListInput } from "@/lib/kernel/list/list-input";
import { Download } from "lucide-react";
import type { Metadata } from "next";
import { CheckSummary } from "@/components/console/badge-imports/check-summary";
import { DeleteImport } from "@/components/console/badge-imports/delete-import";
import { EndNotice } from "@/components/console/badge-imports/end-notice";
import { ImportState } from "@/components/console/badge-imports/import-columns";
import { MappingForm } from "@/components/console/badge-imports/mapping-form";
import { rowColumns } from "@/components/console/badge-imports/row-columns";
import { badgeName, formatCount } from "@/components/console/badge-imports/import-words";
import { readRowFilter, rowTabs, filterStatuses } from "@/components/console/badge-imports/row-tabs";
import { SheetSection } from "@/components/console/badge-imports/sheet/sheet-section";
import { RunPanel } from "@/components/console/badge-imports/run-panel";
import { SchedulePanel } from "@/components/console/badge-imports/schedule-panel";
import { StartPanel } from "@/components/console/badge-imports/start-panel";
import { BadgeArt } from "@/components/public/badge/badge-art";
import { buttonClass } from "@/components/ui/button";
import { DataTable } from "@/components/ui/list/data-table";
import { EmptyState } from "@/components/ui/list/empty-state";
import { Section } from "@/components/ui/facts";
import type { ListAddress } from "@/components/ui/list/list-address";
import { FilterTabs, ListSearch, ListToolbar } from "@/components/ui/list/list-controls";
import { ListView } from "@/components/ui/list/list-view";
import { PageHeader } from "@/components/ui/page/page-header";
import { DateText } from "@/components/ui/time/time";
import type { BadgeImport } from "@/lib/badges/imports/schema";
import { presentImport, presentImportRow } from "@/lib/badges/imports/serializer";
import { getImport, listImportRows } from "@/lib/badges/imports/service";
import { isUuid } from "@/lib/kernel/ids";
import { notFound } from "next/navigation";
import { requireConsoleMember, may, orNotFound, type ConsoleMember } from "../../../../../console-caller";
import {
  csvHref,
  buildListAddress,
  readSearchText,
  readParameter,
  serviceQuery,
  type PageQuery,
} from "../../../../../list-request";

export const metadata: Metadata = { title: "File" };

type Props = {
  params: Promise<{ organization: string; badge_import_id: string }>;
  searchParams: PageQuery;
};

type ImportProps = { found: BadgeImport; member: ConsoleMember; home: string };

const SORTS = ["number"];

/** Shows the start button, the progress or the result of the import, by its state. */
function ImportProgress({ found, member, home }: ImportProps) {
  const { organizationId } = member.caller;
  if (found.state === "ready") return <StartPanel organizationId={organizationId} found={found} />;
  if (found.state === "scheduled") return <SchedulePanel organizationId={organizationId} found={found} />;
  if (found.state === "running") return <RunPanel organizationId={organizationId} found={found} />;
  return <EndNotice found={found} home={home} />;
}

function Actions({ found, member, home }: ImportProps) {
  const { caller } = member;
  const resultUrl = `/v1/organizations/${caller.organizationId}/badge_imports/${found.id}/result`;
  return (
    <>
      <a href={resultUrl} download className={buttonClass({ variant: "secondary" })}>
        <Download className="size-4" aria-hidden="true" />
        Download results
      </a>
      {may(caller, "issued_badges", "delete") && found.kept_until ? (
        <DeleteImport organizationId={caller.organizationId} home={home} found={found} />
      ) : null}
    </>
  );
}

const ImportHeader = ({ found }: { found: BadgeImport }) => (
  <div className="flex items-center gap-4">
    {found.badge_template_is_from_column ? null : (
      <BadgeArt src={found.badge_template.image_url} name="" size={64} className="size-16" />
    )}
    <div className="min-w-0">
      <p className="font-heading text-xl leading-tight wrap-anywhere">{badgeName(found)}</p>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
        <ImportState state={found.state} />
        {found.state === "ready" ? null : (
          <span className="tabular-nums">{formatCount(found.rows_count, "row")}</span>
        )}
        {found.kept_until ? (
          <span>
            stored until <DateText value={found.kept_until} />
          </span>
        ) : null}
      </p>
    </div>
  </div>
);

function ImportRows({ found, member, home, list }: ImportProps & { list: ListAddress }) {
  const { status = "", query: searchTerm = "" } = list.params;
  const query = serviceQuery(list, { status: filterStatuses(status), query: searchTerm });
  return (
    <Section title="Rows">
      <ListToolbar>
        <FilterTabs list={list} name="status" label="Status" options={rowTabs(found)} />
        <ListSearch list={list} label="Search by name or e-mail address" />
      </ListToolbar>
      <ListView
        list={list}
        load={() => listImportRows(member.caller, found.id, readListInput(query))}
        noun={["row", "rows"]}
        empty={<EmptyState title="No rows" />}
        csv={csvHref(member.caller.organizationId, `badge_imports/${found.id}/rows`, query)}
      >
        {(rows) => (
          <DataTable
            label="Rows of the file"
            columns={rowColumns(home)}
            rows={rows.map(presentImportRow)}
            rowKey={({ number }) => String(number)}
            list={list}
            fallback="number"
          />
        )}
      </ListView>
    </Section>
  );
}

export default async function ImportPage({ params, searchParams }: Props) {
  const [{ organization: slug, badge_import_id: id }, search] = await Promise.all([params, searchParams]);
  const member = await requireConsoleMember(slug, { scope: "issued_badges", access: "write" });
  if (!isUuid(id)) notFound();
  const home = `/console/${slug}`;
  const found = presentImport(await orNotFound(getImport(member.caller, id)));
  const list = buildListAddress(`${home}/issue/file/${id}`, search, {
    filters: {
      status: readRowFilter(found, readParameter(search.status)),
      query: readSearchText(search.query),
    },
    sorts: SORTS,
  });
  const importProps = { found, member, home };
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{found.file_name}</span>}
        back={{ href: `${home}/issue/file`, label: "Issue from a file" }}
        actions={<Actions {...importProps} />}
      />
      <div className="flex flex-col gap-10 [&>*]:w-full [&>*]:max-w-4xl">
        <ImportHeader found={found} />
        {found.state === "ready" ? <CheckSummary found={found} list={list} /> : null}
        <ImportProgress {...importProps} />
        {found.state === "ready" ? (
          <Section title="Columns and settings">
            <MappingForm organizationId={member.caller.organizationId} found={found} />
          </Section>
        ) : null}
        {found.state === "ready" ? (
          <div id="rows" className="max-w-none! scroll-mt-6">
            <Section title="Rows">
              <SheetSection
                organizationId={member.caller.organizationId}
                importId={found.id}
                filter={list.params.status ?? ""}
              />
            </Section>
          </div>
        ) : (
          <div id="rows" className="scroll-mt-6">
            <ImportRows {...importProps} list={list} />
          </div>
        )}
      </div>
    </>
  );
}
