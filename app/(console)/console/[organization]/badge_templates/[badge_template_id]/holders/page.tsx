import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BadgeRows } from "@/components/console/issued-badges/badge-rows";
import { badgeColumns } from "@/components/console/issued-badges/table-columns";
import { TemplateFrame } from "@/components/console/badge-templates/template-frame";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/list/empty-state";
import { ListSearch, ListToolbar } from "@/components/ui/list/list-controls";
import { ListTable } from "@/components/ui/list/list-table";
import { presentBadge } from "@/lib/badges/issued/serializer";
import { listBadges } from "@/lib/badges/issued/service";
import { readListInput } from "@/lib/kernel/list/list-input";
import { buildListAddress, csvHref, readSearchText, type PageQuery } from "../../../../../list-request";
import { badgeListQuery, SORTS } from "../../../issued_badges/badge-list-request";
import { loadTemplate, type LoadedTemplate, type TemplateParams } from "../loaded-template";

type Props = { params: TemplateParams; searchParams: PageQuery };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Holders of ${(await loadTemplate(params)).template.name}` };
}

/** Shows the accepted badges of the template that are valid now. */
function Holders({ loaded, asked }: { loaded: LoadedTemplate; asked: Awaited<PageQuery> }) {
  const { member, template, home, rights } = loaded;
  const { caller, organization } = member;
  const columns = badgeColumns(home).filter(({ key }) => key !== "badge");
  const list = buildListAddress(`${home}/badge_templates/${template.id}/holders`, asked, {
    filters: { query: readSearchText(asked.query) },
    sorts: SORTS,
    columns,
  });
  const query = badgeListQuery({
    ...list,
    params: { ...list.params, state: "accepted", badge_template_id: template.id },
  });
  return (
    <>
      <ListToolbar>
        <ListSearch list={list} label="Search by name or e-mail address" />
        <ButtonLink
          variant="secondary"
          href={`${home}/issued_badges?badge_template_id=${template.id}`}
          className="self-start"
        >
          Show all issued badges
        </ButtonLink>
      </ListToolbar>
      <ListTable
        list={list}
        load={() => listBadges(caller, readListInput(query))}
        noun={["holder", "holders"]}
        columns={columns}
        csv={csvHref(organization.id, "badges", query)}
        present={presentBadge}
        label="Holders"
        fallback="-created_at"
        around={(table, ids) => (
          <BadgeRows
            organizationId={organization.id}
            home={home}
            ids={ids}
            may={{ change: rights.issue, remove: rights.removeBadges }}
          >
            {table}
          </BadgeRows>
        )}
        empty={<EmptyState title="No holders yet">People appear here when they accept a badge.</EmptyState>}
      />
    </>
  );
}

export default async function TemplateHoldersPage({ params, searchParams }: Props) {
  const [loaded, asked] = await Promise.all([loadTemplate(params), searchParams]);
  const { member, template, home, rights } = loaded;
  if (!rights.seeBadges) notFound();
  return (
    <TemplateFrame
      organizationId={member.organization.id}
      home={home}
      template={template}
      rights={rights}
      current="/holders"
    >
      <Holders loaded={loaded} asked={asked} />
    </TemplateFrame>
  );
}
