import type { Metadata } from "next";
import { Suspense } from "react";
import { LogTable } from "@/components/learning/log-table";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { ListAddress } from "@/components/ui/list-address";
import { FilterTabs, ListToolbar } from "@/components/ui/list-controls";
import { Pagination, PastTheEnd } from "@/components/ui/pagination";
import { TableSkeleton } from "@/components/ui/skeleton";
import { LOG_TYPES } from "@/lib/learning/overview/schema";
import { presentLog } from "@/lib/learning/overview/serializer";
import { listIntegrationLogs } from "@/lib/learning/overview/service";
import { bothWays, choice, pageNumber, verbQuery, type PageQuery } from "../../../../../../list-request";
import { loadIntegration, type IntegrationParams, type Loaded } from "../integration";

export const metadata: Metadata = { title: "Log" };

type Props = { params: Promise<IntegrationParams>; searchParams: PageQuery };

const SORTS = bothWays(["created_at"]);
const TYPES = [
  { value: "", label: "Everything" },
  ...LOG_TYPES.map((value) => ({ value, label: `${value.charAt(0).toUpperCase()}${value.slice(1)}s` })),
];
const OUTCOMES = [
  { value: "", label: "All" },
  { value: "true", label: "Failed" },
];

function Nothing({ list }: { list: ListAddress }) {
  if (list.params.type || list.params.failed) {
    const all = (
      <ButtonLink variant="secondary" href={list.path}>
        Show everything
      </ButtonLink>
    );
    return <EmptyState title="No entry fits" action={all} />;
  }
  return (
    <EmptyState title="Nothing logged yet">
      What the learning system sends, and what rules issue, is logged here; it may read and delete this log
      itself.
    </EmptyState>
  );
}

async function Entries({ list, loaded }: { list: ListAddress; loaded: Loaded }) {
  const { member, integration } = loaded;
  const { type = "", failed = "" } = list.params;
  const page = await listIntegrationLogs(member.caller, {
    params: { learning_integration_id: String(integration.id) },
    query: verbQuery(list, { type, failed }),
  });
  if (page.total === 0) return <Nothing list={list} />;
  if (page.rows.length === 0) return <PastTheEnd list={list} />;
  return (
    <>
      <LogTable list={list} entries={page.rows.map(presentLog)} />
      <Pagination list={list} page={page} noun={page.total === 1 ? "entry" : "entries"} />
    </>
  );
}

export default async function LogsPage({ params, searchParams }: Props) {
  const [given, asked] = await Promise.all([params, searchParams]);
  const loaded = await loadIntegration(given, "/logs");
  const list: ListAddress = {
    path: `${loaded.base}/logs`,
    params: {
      type: choice(asked.type, LOG_TYPES),
      failed: choice(asked.failed, ["true"]),
      sort: choice(asked.sort, SORTS),
      page: String(pageNumber(asked.page)),
    },
  };
  return (
    <>
      <h2 className="sr-only">Log</h2>
      <ListToolbar>
        <FilterTabs list={list} name="type" label="About" options={TYPES} />
        <FilterTabs list={list} name="failed" label="Outcome" options={OUTCOMES} />
      </ListToolbar>
      <Suspense key={JSON.stringify(list.params)} fallback={<TableSkeleton />}>
        <Entries list={list} loaded={loaded} />
      </Suspense>
    </>
  );
}
