import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { LOG_COLUMNS } from "@/components/console/learning/log-columns";
import { EmptyState } from "@/components/ui/list/empty-state";
import { FilterTabs, ListToolbar } from "@/components/ui/list/list-controls";
import { ListTable } from "@/components/ui/list/list-table";
import { LOG_TYPES } from "@/lib/learning/organization-lists/schema";
import { presentLog } from "@/lib/learning/organization-lists/serializer";
import { listIntegrationLogs } from "@/lib/learning/organization-lists/service";
import {
  readChoice,
  csvHref,
  buildListAddress,
  serviceQuery,
  type PageQuery,
} from "../../../../../../list-request";
import { loadIntegration, type IntegrationParams } from "../integration";

export const metadata: Metadata = { title: "Log" };

type Props = { params: Promise<IntegrationParams>; searchParams: PageQuery };

const SORTS = ["created_at"];
const TYPE_TABS = [
  { value: "", label: "All types" },
  ...LOG_TYPES.map((value) => ({ value, label: `${value.charAt(0).toUpperCase()}${value.slice(1)}s` })),
];
const OUTCOME_TABS = [
  { value: "", label: "All" },
  { value: "true", label: "Failed" },
];

const NO_LOG_ENTRIES = (
  <EmptyState title="No log entries yet">
    The log shows what the learning system sends and which badges rules issue. The learning system can read
    and delete it.
  </EmptyState>
);

export default async function LogsPage({ params, searchParams }: Props) {
  const [routeParams, search] = await Promise.all([params, searchParams]);
  const { member, integration, base } = await loadIntegration(routeParams);
  const { caller } = member;
  const filters = { type: readChoice(search.type, LOG_TYPES), failed: readChoice(search.failed, ["true"]) };
  const list = buildListAddress(`${base}/logs`, search, { filters, sorts: SORTS });
  const query = serviceQuery(list, filters);
  const learning_integration_id = String(integration.id);
  return (
    <>
      <h2 className="sr-only">Log</h2>
      <ListToolbar>
        <FilterTabs list={list} name="type" label="Type" options={TYPE_TABS} />
        <FilterTabs list={list} name="failed" label="Outcome" options={OUTCOME_TABS} />
      </ListToolbar>
      <ListTable
        label="Log"
        list={list}
        load={() => listIntegrationLogs(caller, Number(learning_integration_id), readListInput(query))}
        present={presentLog}
        columns={LOG_COLUMNS}
        fallback="-created_at"
        noun={["entry", "entries"]}
        empty={NO_LOG_ENTRIES}
        csv={csvHref(caller.organizationId, `learning_integrations/${learning_integration_id}/logs`, query)}
      />
    </>
  );
}
