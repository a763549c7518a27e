import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { grantorTemplateColumns } from "@/components/console/issuers/grantor-templates";
import { EmptyState } from "@/components/ui/list/empty-state";
import { ListSearch, ListToolbar } from "@/components/ui/list/list-controls";
import { ListTable } from "@/components/ui/list/list-table";
import { PageHeader } from "@/components/ui/page/page-header";
import { presentSummary } from "@/lib/badges/templates/summary";
import { listGrantorTemplates } from "@/lib/badges/templates/service";
import { getGrantor } from "@/lib/organizations/issuers/service";
import { isUuid } from "@/lib/kernel/ids";
import { requireConsoleMember, may, orNotFound } from "../../../../../console-caller";
import {
  csvHref,
  buildListAddress,
  readSearchText,
  serviceQuery,
  type PageQuery,
} from "../../../../../list-request";

type Props = { params: Promise<{ organization: string; grantor_id: string }>; searchParams: PageQuery };

const SORTS = ["name", "updated_at"];

// Cached, because the title and the page read the same grantor.
const loadGrantor = cache(async (slug: string, id: string) => {
  const member = await requireConsoleMember(slug, { scope: "memberships" });
  if (!isUuid(id)) notFound();
  return { member, row: await orNotFound(getGrantor(member.caller, id)) };
});

export async function generateMetadata({ params }: Pick<Props, "params">): Promise<Metadata> {
  const { organization, grantor_id: id } = await params;
  return { title: (await loadGrantor(organization, id)).row.grantor.name };
}

export default async function GrantorPage({ params, searchParams }: Props) {
  const [{ organization: slug, grantor_id: id }, search] = await Promise.all([params, searchParams]);
  const { member, row } = await loadGrantor(slug, id);
  const { caller } = member;
  const home = `/console/${slug}`;
  const { name } = row.grantor;
  const columns = grantorTemplateColumns(home, may(caller, "issued_badges", "write"));
  const searchTerm = readSearchText(search.query);
  const list = buildListAddress(`${home}/issuers/grantors/${id}`, search, {
    filters: { query: searchTerm },
    sorts: SORTS,
    columns,
  });
  const query = serviceQuery(list, { query: searchTerm });
  return (
    <>
      <PageHeader
        title={name}
        back={{ href: `${home}/issuers/grantors`, label: "Grantors" }}
        description={`Templates you can issue on behalf of ${name}.`}
      />
      <ListToolbar>
        <ListSearch list={list} label="Search templates" />
      </ListToolbar>
      <ListTable
        label={`Templates of ${name}`}
        list={list}
        load={() => listGrantorTemplates(caller, id, readListInput(query))}
        present={presentSummary}
        columns={columns}
        fallback="-created_at"
        noun={["template", "templates"]}
        empty={
          <EmptyState title="No templates yet">
            {name} has not allowed you to issue any active template. Only they can change this.
          </EmptyState>
        }
        csv={csvHref(caller.organizationId, `grantors/${id}/badge_templates`, query)}
        art
      />
    </>
  );
}
