import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BulkProgress } from "@/components/console/bulk-actions/bulk-progress";
import { BulkResult } from "@/components/console/bulk-actions/bulk-result";
import { bulkActionTitle } from "@/components/console/bulk-actions/bulk-words";
import { itemColumns } from "@/components/console/bulk-actions/item-columns";
import { itemTabs, readItemFilter } from "@/components/console/bulk-actions/item-tabs";
import { DataTable } from "@/components/ui/list/data-table";
import { EmptyState } from "@/components/ui/list/empty-state";
import { Section } from "@/components/ui/facts";
import type { ListAddress } from "@/components/ui/list/list-address";
import { FilterTabs, ListToolbar } from "@/components/ui/list/list-controls";
import { ListView } from "@/components/ui/list/list-view";
import { PageHeader } from "@/components/ui/page/page-header";
import { MomentText } from "@/components/ui/time/moment";
import type { BadgeBulkAction } from "@/lib/badges/bulk-actions/schema";
import { presentBulkAction, presentBulkItem } from "@/lib/badges/bulk-actions/serializer";
import { getBulkAction, listBulkActionItems } from "@/lib/badges/bulk-actions/service";
import { isUuid } from "@/lib/kernel/ids";
import { readListInput } from "@/lib/kernel/list/list-input";
import { may, orNotFound, requireConsoleMember, type ConsoleMember } from "../../../../../console-caller";
import {
  buildListAddress,
  csvHref,
  readParameter,
  serviceQuery,
  type PageQuery,
} from "../../../../../list-request";

export const metadata: Metadata = { title: "Bulk action" };

type Props = {
  params: Promise<{ organization: string; badge_bulk_action_id: string }>;
  searchParams: PageQuery;
};

type ItemsProps = { found: BadgeBulkAction; member: ConsoleMember; home: string; list: ListAddress };

/** Lists the badges with their results and the reasons. */
function BulkItems({ found, member, home, list }: ItemsProps) {
  const { status = "" } = list.params;
  const query = serviceQuery(list, { status: status === "all" ? "" : status });
  return (
    <Section title="Badges">
      <ListToolbar>
        <FilterTabs list={list} name="status" label="Status" options={itemTabs(found)} />
      </ListToolbar>
      <ListView
        list={list}
        load={() => listBulkActionItems(member.caller, found.id, readListInput(query))}
        noun={["badge", "badges"]}
        empty={<EmptyState title="No badges" />}
        csv={csvHref(member.caller.organizationId, `badge_bulk_actions/${found.id}/badges`, query)}
      >
        {(rows) => (
          <DataTable
            label="Badges of the bulk action"
            columns={itemColumns(home)}
            rows={rows.map(presentBulkItem)}
            rowKey={({ number }) => String(number)}
          />
        )}
      </ListView>
    </Section>
  );
}

export default async function BulkActionPage({ params, searchParams }: Props) {
  const [{ organization: slug, badge_bulk_action_id: id }, search] = await Promise.all([
    params,
    searchParams,
  ]);
  const member = await requireConsoleMember(slug, { scope: "issued_badges" });
  if (!isUuid(id)) notFound();
  const home = `/console/${slug}`;
  const { organizationId } = member.caller;
  const found = presentBulkAction(await orNotFound(getBulkAction(member.caller, id)));
  const list = buildListAddress(`${home}/issued_badges/bulk_actions/${id}`, search, {
    filters: { status: readItemFilter(found, readParameter(search.status)) },
  });
  return (
    <>
      <PageHeader
        title={bulkActionTitle(found)}
        back={{ href: `${home}/issued_badges`, label: "Issued badges" }}
        description={
          <>
            Started by {found.started_by}, <MomentText value={found.created_at} />
          </>
        }
      />
      <div className="flex max-w-4xl flex-col gap-10">
        {found.state === "running" ? (
          <BulkProgress
            organizationId={organizationId}
            found={found}
            canStop={may(member.caller, "issued_badges", "write")}
          />
        ) : (
          <BulkResult found={found} />
        )}
        <BulkItems found={found} member={member} home={home} list={list} />
      </div>
    </>
  );
}
