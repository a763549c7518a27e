import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { gradableColumns } from "@/components/console/learning/gradable-columns";
import { CALLBACK_LABELS } from "@/components/console/learning/grade-words";
import { EmptyState } from "@/components/ui/list/empty-state";
import { FilterTabs, ListSearch, ListToolbar } from "@/components/ui/list/list-controls";
import { ListTable } from "@/components/ui/list/list-table";
import { GradableCallback } from "@/lib/learning/gradables/schema";
import { presentGradable } from "@/lib/learning/organization-lists/serializer";
import { listIntegrationGradables } from "@/lib/learning/organization-lists/service";
import {
  readChoice,
  csvHref,
  buildListAddress,
  readSearchText,
  serviceQuery,
  type PageQuery,
} from "../../../../../../list-request";
import { loadIntegration, type IntegrationParams } from "../integration";

export const metadata: Metadata = { title: "Gradables" };

type Props = { params: Promise<IntegrationParams>; searchParams: PageQuery };

const SORTS = ["name"];
const TYPE_TABS = [
  { value: "", label: "All" },
  ...GradableCallback.options.map((value) => ({ value, label: CALLBACK_LABELS[value] })),
];

const NO_GRADABLES = (
  <EmptyState title="No gradables yet">
    A gradable is anything that is graded, such as an exam, an essay or a lesson. The learning system adds
    gradables through the API (POST /v1.1/cle_gradable/create) as a CSV file.
  </EmptyState>
);

export default async function GradablesPage({ params, searchParams }: Props) {
  const [routeParams, search] = await Promise.all([params, searchParams]);
  const { member, integration, base } = await loadIntegration(routeParams);
  const { caller } = member;
  const columns = gradableColumns(base);
  const filters = {
    query: readSearchText(search.query),
    callback: readChoice(search.callback, GradableCallback.options),
  };
  const list = buildListAddress(`${base}/gradables`, search, { filters, sorts: SORTS, columns });
  const query = serviceQuery(list, filters);
  const learning_integration_id = String(integration.id);
  return (
    <>
      <h2 className="sr-only">Gradables</h2>
      <ListToolbar>
        <FilterTabs list={list} name="callback" label="Grade type" options={TYPE_TABS} />
        <ListSearch list={list} label="Search by name or ID" />
      </ListToolbar>
      <ListTable
        label="Gradables"
        list={list}
        load={() => listIntegrationGradables(caller, Number(learning_integration_id), readListInput(query))}
        present={presentGradable}
        columns={columns}
        fallback="created_at"
        noun={["gradable", "gradables"]}
        empty={NO_GRADABLES}
        csv={csvHref(
          caller.organizationId,
          `learning_integrations/${learning_integration_id}/gradables`,
          query,
        )}
      />
    </>
  );
}
