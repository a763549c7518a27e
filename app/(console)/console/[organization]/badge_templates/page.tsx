import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { templateColumns } from "@/components/console/badge-templates/template-columns";
import { TemplateRowMenu, TemplateRows } from "@/components/console/badge-templates/template-rows";
import { TemplateTabs } from "@/components/console/badge-templates/template-tabs";
import { TemplateFilters } from "@/components/console/badge-templates/template-filters";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/list/empty-state";
import { FilterTabs, ListSearch, ListToolbar } from "@/components/ui/list/list-controls";
import { rowActions, type Column, type ColumnChoice } from "@/components/ui/list/data-table";
import { ListTable } from "@/components/ui/list/list-table";
import { PageHeader } from "@/components/ui/page/page-header";
import { BADGE_TEMPLATE_STATES, type BadgeTemplate } from "@/lib/badges/templates/schema";
import { presentTemplate } from "@/lib/badges/templates/serializer";
import { listTemplates } from "@/lib/badges/templates/service";
import { requireConsoleMember, may } from "../../../console-caller";
import { ListViews } from "../../../list-views";
import {
  readChoice,
  csvHref,
  buildListAddress,
  readSearchText,
  serviceQuery,
  type PageQuery,
} from "../../../list-request";

export const metadata: Metadata = { title: "Badge templates" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

const SORTS = ["name", "badges_count", "updated_at", "created_at"];

const STATES = [
  { value: "", label: "All" },
  { value: "active", label: "Active" },
  { value: "draft", label: "Drafts" },
  { value: "archived", label: "Archived" },
];

/** Reads one value for a filter whose values are separated by commas. */
const readFilterValue = (value: string | string[] | undefined): string =>
  readSearchText(value).replaceAll(",", " ").trim();

type Rights = { change: boolean; issue: boolean };

const listColumns = (home: string, organizationId: string, rights: Rights): Column<BadgeTemplate>[] => [
  ...templateColumns(home),
  rowActions(({ id, name, state }) => (
    <TemplateRowMenu
      organizationId={organizationId}
      home={home}
      template={{ id, name, state }}
      may={rights}
    />
  )),
];

/** Reads the list's state from the address, and the query of the service for it. */
function readList(home: string, parameters: Awaited<PageQuery>, columns: readonly ColumnChoice[]) {
  const filters = {
    query: readSearchText(parameters.query),
    state: readChoice(parameters.state, BADGE_TEMPLATE_STATES),
    skill: readFilterValue(parameters.skill),
    tag: readFilterValue(parameters.tag),
    public: readChoice(parameters.public, ["true", "false"]),
  };
  const { skill: skills, tag: reporting_tags, ...others } = filters;
  const list = buildListAddress(`${home}/badge_templates`, parameters, {
    filters,
    sorts: SORTS,
    columns,
    hasViews: true,
  });
  const query = serviceQuery(list, { ...others, skills, reporting_tags });
  return { list, query };
}

export default async function BadgeTemplatesPage({ params, searchParams }: Props) {
  const [{ organization: slug }, parameters] = await Promise.all([params, searchParams]);
  const { caller } = await requireConsoleMember(slug, { scope: "badge_templates" });
  const home = `/console/${slug}`;
  const rights = {
    change: may(caller, "badge_templates", "write"),
    issue: may(caller, "issued_badges", "write"),
  };
  const { organizationId } = caller;
  const columns = listColumns(home, organizationId, rights);
  const { list, query } = readList(home, parameters, columns);
  const newTemplate = rights.change ? (
    <ButtonLink href={`${home}/badge_templates/new`}>New template</ButtonLink>
  ) : null;
  return (
    <>
      <PageHeader
        title="Badge templates"
        description="Define the badges that you can issue."
        actions={newTemplate}
      />
      <TemplateTabs home={home} current="" />
      <ListToolbar>
        <FilterTabs list={list} name="state" label="State" options={STATES} />
        <div className="flex flex-1 flex-wrap items-start justify-end gap-2">
          <div className="flex basis-full justify-end sm:basis-auto sm:grow">
            <ListSearch list={list} label="Search templates" />
          </div>
          <ListViews caller={caller} list="badge_templates" address={list} />
        </div>
      </ListToolbar>
      <TemplateFilters list={list} />
      <ListTable
        label="Badge templates"
        list={list}
        load={() => listTemplates(caller, readListInput(query))}
        present={presentTemplate}
        columns={columns}
        fallback="-created_at"
        noun={["template", "templates"]}
        empty={
          <EmptyState title="No templates yet" action={newTemplate}>
            A template defines a badge: its name, image, skills and expiration. Create one to issue badges.
          </EmptyState>
        }
        csv={csvHref(organizationId, "badge_templates", query)}
        around={(table, ids) => (
          <TemplateRows organizationId={organizationId} home={home} ids={ids} may={rights}>
            {table}
          </TemplateRows>
        )}
        art
      />
    </>
  );
}
