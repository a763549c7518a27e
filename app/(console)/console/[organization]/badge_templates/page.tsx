import type { Metadata } from "next";
import { Suspense } from "react";
import { TemplateTable } from "@/components/badge-templates/template-table";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { ListAddress } from "@/components/ui/list-address";
import { FilterTabs, ListSearch, ListToolbar } from "@/components/ui/list-controls";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination, PastTheEnd } from "@/components/ui/pagination";
import { TableSkeleton } from "@/components/ui/skeleton";
import { BADGE_TEMPLATE_STATES } from "@/lib/badge-templates/schema";
import { presentTemplate } from "@/lib/badge-templates/serializer";
import { listTemplates } from "@/lib/badge-templates/service";
import { consoleMember, may, type Member } from "../../../console-caller";
import { bothWays, choice, pageNumber, searchText, verbQuery, type PageQuery } from "../../../list-request";

export const metadata: Metadata = { title: "Badge templates" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

const SORTS = bothWays(["name", "badges_count", "updated_at", "created_at"]);

const STATES = [
  { value: "", label: "All" },
  { value: "active", label: "Active" },
  { value: "draft", label: "Drafts" },
  { value: "archived", label: "Archived" },
];

async function Templates({ list, home, member }: { list: ListAddress; home: string; member: Member }) {
  const { query = "", state = "" } = list.params;
  const page = await listTemplates(member.caller, { query: verbQuery(list, { query, state }) });
  const newTemplate = may(member.caller, "badge_templates", "write") ? (
    <ButtonLink href={`${home}/badge_templates/new`}>New template</ButtonLink>
  ) : null;
  if (page.total === 0) {
    return query || state ? (
      <EmptyState
        title="No template fits"
        action={
          <ButtonLink variant="secondary" href={list.path}>
            Show all templates
          </ButtonLink>
        }
      >
        Nothing matches this search and filter.
      </EmptyState>
    ) : (
      <EmptyState title="Make your first template" action={newTemplate}>
        A template says what a badge stands for: its name, art, skills and how long it is valid. Badges are
        issued from it.
      </EmptyState>
    );
  }
  if (page.rows.length === 0) return <PastTheEnd list={list} />;
  return (
    <>
      <TemplateTable list={list} templates={page.rows.map(presentTemplate)} home={home} />
      <Pagination list={list} page={page} noun={page.total === 1 ? "template" : "templates"} />
    </>
  );
}

export default async function BadgeTemplatesPage({ params, searchParams }: Props) {
  const [{ organization: slug }, asked] = await Promise.all([params, searchParams]);
  const member = await consoleMember(slug, "/badge_templates", { scope: "badge_templates" });
  const home = `/console/${slug}`;
  const list: ListAddress = {
    path: `${home}/badge_templates`,
    params: {
      query: searchText(asked.query),
      state: choice(asked.state, BADGE_TEMPLATE_STATES),
      sort: choice(asked.sort, SORTS),
      page: String(pageNumber(asked.page)),
    },
  };
  const actions = may(member.caller, "badge_templates", "write") ? (
    <ButtonLink href={`${home}/badge_templates/new`}>New template</ButtonLink>
  ) : null;
  return (
    <>
      <PageHeader title="Badge templates" description="What your badges stand for." actions={actions} />
      <ListToolbar>
        <FilterTabs list={list} name="state" label="State" options={STATES} />
        <ListSearch list={list} label="Search templates" />
      </ListToolbar>
      <Suspense key={JSON.stringify(list.params)} fallback={<TableSkeleton art />}>
        <Templates list={list} home={home} member={member} />
      </Suspense>
    </>
  );
}
