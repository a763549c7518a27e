import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { recommendationColumns } from "@/components/console/recommendations/recommendation-columns";
import { TYPE_OPTIONS } from "@/components/console/recommendations/recommendation-words";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/list/empty-state";
import { FilterTabs, ListSearch, ListToolbar } from "@/components/ui/list/list-controls";
import { ListTable } from "@/components/ui/list/list-table";
import { PageHeader } from "@/components/ui/page/page-header";
import { RECOMMENDATION_TYPES } from "@/lib/badges/recommendations/choices";
import { presentRecommendationItem } from "@/lib/badges/recommendations/serializer";
import { listRecommendations } from "@/lib/badges/recommendations/service";
import { requireConsoleMember, may } from "../../../console-caller";
import {
  readChoice,
  csvHref,
  buildListAddress,
  readSearchText,
  serviceQuery,
  type PageQuery,
} from "../../../list-request";

export const metadata: Metadata = { title: "Recommendations" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

const SORTS = ["title", "created_at"];
const TYPE_TABS = [
  { value: "", label: "All" },
  ...RECOMMENDATION_TYPES.map((value) => ({ value, label: TYPE_OPTIONS[value].label })),
];

export default async function RecommendationsPage({ params, searchParams }: Props) {
  const [{ organization: slug }, search] = await Promise.all([params, searchParams]);
  const { caller } = await requireConsoleMember(slug, { scope: "recommendations" });
  const home = `/console/${slug}`;
  const columns = recommendationColumns(home);
  const filters = {
    query: readSearchText(search.query),
    type: readChoice(search.type, RECOMMENDATION_TYPES),
  };
  const list = buildListAddress(`${home}/recommendations`, search, { filters, sorts: SORTS, columns });
  const query = serviceQuery(list, { title: filters.query, type: filters.type });
  const createLink = may(caller, "recommendations", "write") ? (
    <ButtonLink href={`${home}/recommendations/new`}>New recommendation</ButtonLink>
  ) : null;
  return (
    <>
      <PageHeader
        title="Recommendations"
        description="Suggest what earners can do next: another badge, a course or a job."
        actions={createLink}
      />
      <ListToolbar>
        <FilterTabs list={list} name="type" label="Type" options={TYPE_TABS} />
        <ListSearch list={list} label="Search by title" />
      </ListToolbar>
      <ListTable
        label="Recommendations"
        list={list}
        load={() => listRecommendations(caller, readListInput(query))}
        present={presentRecommendationItem}
        columns={columns}
        fallback="-created_at"
        noun={["recommendation", "recommendations"]}
        empty={
          <EmptyState title="No recommendations yet" action={createLink}>
            Recommend another badge, a course or a job to the earners of a badge. You choose the templates
            that show it.
          </EmptyState>
        }
        csv={csvHref(caller.organizationId, "recommendations", query)}
      />
    </>
  );
}
