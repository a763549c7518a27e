import type { Metadata } from "next";
import { TemplateTabs } from "@/components/console/badge-templates/template-tabs";
import { endorsementColumns } from "@/components/console/endorsements/endorsement-columns";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/list/empty-state";
import { FilterTabs, ListToolbar } from "@/components/ui/list/list-controls";
import { ListTable } from "@/components/ui/list/list-table";
import { PageHeader } from "@/components/ui/page/page-header";
import { presentEndorsement } from "@/lib/credentials/endorsements/serializer";
import { listEndorsements } from "@/lib/credentials/endorsements/service";
import { readListInput } from "@/lib/kernel/list/list-input";
import { may, requireConsoleMember } from "../../../../console-caller";
import {
  buildListAddress,
  csvHref,
  readChoice,
  serviceQuery,
  type PageQuery,
} from "../../../../list-request";

export const metadata: Metadata = { title: "Endorsements" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

const DIRECTIONS = [
  { value: "", label: "All" },
  { value: "received", label: "Received" },
  { value: "given", label: "Given" },
];

export default async function EndorsementsPage({ params, searchParams }: Props) {
  const [{ organization: slug }, parameters] = await Promise.all([params, searchParams]);
  const { caller } = await requireConsoleMember(slug, { scope: "badge_templates" });
  const home = `/console/${slug}`;
  const canChange = may(caller, "badge_templates", "write");
  const columns = endorsementColumns(caller.organizationId, canChange);
  const filters = { direction: readChoice(parameters.direction, ["received", "given"]) };
  const list = buildListAddress(`${home}/badge_templates/endorsements`, parameters, {
    filters,
    sorts: ["created_at"],
    columns,
  });
  const query = serviceQuery(list, filters);
  const newEndorsement = canChange ? (
    <ButtonLink href={`${home}/badge_templates/endorsements/new`}>Endorse a badge</ButtonLink>
  ) : null;
  return (
    <>
      <PageHeader
        title="Endorsements"
        description="What other organizations say about your badges, and what you say about theirs."
        actions={newEndorsement}
      />
      <TemplateTabs home={home} current="/endorsements" />
      <ListToolbar>
        <FilterTabs list={list} name="direction" label="Direction" options={DIRECTIONS} />
      </ListToolbar>
      <ListTable
        label="Endorsements"
        list={list}
        load={() => listEndorsements(caller, readListInput(query))}
        present={presentEndorsement}
        columns={columns}
        fallback="-created_at"
        noun={["endorsement", "endorsements"]}
        empty={
          <EmptyState title="No endorsements yet" action={newEndorsement}>
            An endorsement says that you value a badge of another organization. It is published when that
            organization accepts it.
          </EmptyState>
        }
        csv={csvHref(caller.organizationId, "endorsements", query)}
      />
    </>
  );
}
