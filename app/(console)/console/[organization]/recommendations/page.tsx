import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { recommendationColumns } from "@/components/console/recommendations/recommendation-columns";
import { TYPE_WORDS } from "@/components/console/recommendations/recommendation-words";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterTabs, ListSearch, ListToolbar } from "@/components/ui/list-controls";
import { ListTable } from "@/components/ui/list-table";
import { PageHeader } from "@/components/ui/page-header";
import { RECOMMENDATION_TYPES } from "@/lib/badges/recommendations/choices";
import { presentItem } from "@/lib/badges/recommendations/serializer";
import { listRecommendations } from "@/lib/badges/recommendations/service";
import { consoleMember, may } from "../../../console-caller";
import { choice, csvHref, listAddress, searchText, verbQuery, type PageQuery } from "../../../list-request";

export const metadata: Metadata = { title: "Recommendations" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

const SORTS = ["title", "created_at"];
const TYPES = [
  { value: "", label: "All" },
  ...RECOMMENDATION_TYPES.map((value) => ({ value, label: TYPE_WORDS[value].label })),
];

export default async function RecommendationsPage({ params, searchParams }: Props) {
  const [{ organization: slug }, asked] = await Promise.all([params, searchParams]);
  const { caller } = await consoleMember(slug, { scope: "recommendations" });
  const home = `/console/${slug}`;
  const columns = recommendationColumns(home);
  const filters = { query: searchText(asked.query), type: choice(asked.type, RECOMMENDATION_TYPES) };
  const list = listAddress(`${home}/recommendations`, asked, { filters, sorts: SORTS, columns });
  const query = verbQuery(list, { title: filters.query, type: filters.type });
  const make = may(caller, "recommendations", "write") ? (
    <ButtonLink href={`${home}/recommendations/new`}>New recommendation</ButtonLink>
  ) : null;
  return (
    <>
      <PageHeader
        title="Recommendations"
        description="Suggest what earners can do next: another badge, a course or a job."
        actions={make}
      />
      <ListToolbar>
        <FilterTabs list={list} name="type" label="Type" options={TYPES} />
        <ListSearch list={list} label="Search by title" />
      </ListToolbar>
      <ListTable
        label="Recommendations"
        list={list}
        load={() => listRecommendations(caller, readListInput(query))}
        present={presentItem}
        columns={columns}
        fallback="-created_at"
        noun={["recommendation", "recommendations"]}
        empty={
          <EmptyState title="No recommendations yet" action={make}>
            Recommend another badge, a course or a job to the earners of a badge. You choose the templates
            that show it.
          </EmptyState>
        }
        csv={csvHref(caller.organizationId, "recommendations", query)}
      />
    </>
  );
}
