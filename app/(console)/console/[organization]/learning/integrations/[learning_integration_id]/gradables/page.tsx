import type { Metadata } from "next";
import { Suspense } from "react";
import { GradableTable } from "@/components/learning/gradable-table";
import { CALLBACK_LABELS } from "@/components/learning/grade-words";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { ListAddress } from "@/components/ui/list-address";
import { FilterTabs, ListSearch, ListToolbar } from "@/components/ui/list-controls";
import { Pagination, PastTheEnd } from "@/components/ui/pagination";
import { TableSkeleton } from "@/components/ui/skeleton";
import { GradableCallback } from "@/lib/learning/gradables/schema";
import { presentGradable } from "@/lib/learning/overview/serializer";
import { listIntegrationGradables } from "@/lib/learning/overview/service";
import {
  bothWays,
  choice,
  pageNumber,
  searchText,
  verbQuery,
  type PageQuery,
} from "../../../../../../list-request";
import { loadIntegration, type IntegrationParams, type Loaded } from "../integration";

export const metadata: Metadata = { title: "Gradables" };

type Props = { params: Promise<IntegrationParams>; searchParams: PageQuery };

const SORTS = bothWays(["name"]);
const TYPES = [
  { value: "", label: "All" },
  ...GradableCallback.options.map((value) => ({ value, label: CALLBACK_LABELS[value] })),
];

function Nothing({ list }: { list: ListAddress }) {
  if (list.params.query || list.params.callback) {
    const all = (
      <ButtonLink variant="secondary" href={list.path}>
        Show all gradables
      </ButtonLink>
    );
    return <EmptyState title="No gradable fits" action={all} />;
  }
  return (
    <EmptyState title="No gradables yet">
      A gradable is whatever gets a grade: an exam, an essay, a lesson. The learning system adds them over the
      API (POST /v1.1/cle_gradable/create) as a CSV file. Rules ask for grades in them.
    </EmptyState>
  );
}

async function Gradables({ list, loaded }: { list: ListAddress; loaded: Loaded }) {
  const { member, integration, base } = loaded;
  const { query = "", callback = "" } = list.params;
  const page = await listIntegrationGradables(member.caller, {
    params: { learning_integration_id: String(integration.id) },
    query: verbQuery(list, { query, callback }),
  });
  if (page.total === 0) return <Nothing list={list} />;
  if (page.rows.length === 0) return <PastTheEnd list={list} />;
  return (
    <>
      <GradableTable list={list} gradables={page.rows.map(presentGradable)} base={base} />
      <Pagination list={list} page={page} noun={page.total === 1 ? "gradable" : "gradables"} />
    </>
  );
}

export default async function GradablesPage({ params, searchParams }: Props) {
  const [given, asked] = await Promise.all([params, searchParams]);
  const loaded = await loadIntegration(given, "/gradables");
  const list: ListAddress = {
    path: `${loaded.base}/gradables`,
    params: {
      query: searchText(asked.query),
      callback: choice(asked.callback, GradableCallback.options),
      sort: choice(asked.sort, SORTS),
      page: String(pageNumber(asked.page)),
    },
  };
  return (
    <>
      <h2 className="sr-only">Gradables</h2>
      <ListToolbar>
        <FilterTabs list={list} name="callback" label="Graded by" options={TYPES} />
        <ListSearch list={list} label="Search by name or id" />
      </ListToolbar>
      <Suspense key={JSON.stringify(list.params)} fallback={<TableSkeleton />}>
        <Gradables list={list} loaded={loaded} />
      </Suspense>
    </>
  );
}
