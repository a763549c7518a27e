import type { Metadata } from "next";
import { SettingsTabs } from "@/components/console/organizations/settings-tabs";
import { CheckForm } from "@/components/console/service-moves/check-form";
import { moveColumns } from "@/components/console/service-moves/move-columns";
import { EmptyState } from "@/components/ui/list/empty-state";
import { Section } from "@/components/ui/facts";
import { ListTable } from "@/components/ui/list/list-table";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page/page-header";
import { env } from "@/lib/kernel/env";
import { readListInput } from "@/lib/kernel/list/list-input";
import { presentServiceMove } from "@/lib/moving/service-moves/serializer";
import { listServiceMoves } from "@/lib/moving/service-moves/service";
import { requireConsoleMember } from "../../../../console-caller";
import { buildListAddress, serviceQuery, type PageQuery } from "../../../../list-request";

export const metadata: Metadata = { title: "Move in" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

/** The form, or why there is none. */
function NewMove({
  isTest,
  organizationId,
  page,
}: {
  isTest: boolean;
  organizationId: string;
  page: string;
}) {
  if (isTest)
    return (
      <Notice>
        Badges of another service are moved into the organization itself. Leave test mode to move them.
      </Notice>
    );
  if (!env().SERVICE_MOVES)
    return (
      <Notice title="Not available here">
        The operator of this service moves organizations in. Ask them, and name the other service.
      </Notice>
    );
  return <CheckForm organizationId={organizationId} page={page} />;
}

export default async function ServiceMovesPage({ params, searchParams }: Props) {
  const [{ organization: slug }, parameters] = await Promise.all([params, searchParams]);
  const { caller, organization } = await requireConsoleMember(slug, {
    scope: "memberships",
    access: "write",
  });
  const home = `/console/${slug}`;
  const page = `${home}/settings/service_moves`;
  const columns = moveColumns(page);
  const list = buildListAddress(page, parameters, { columns });
  return (
    <>
      <PageHeader
        title="Move in"
        description="Copy badge templates, issued badges and employees from another service of this interface. You can repeat it: only what has changed is written."
      />
      <SettingsTabs home={home} current="/service_moves" />
      <div className="flex flex-col gap-10">
        <NewMove isTest={organization.testOfId !== null} organizationId={caller.organizationId} page={page} />
        <Section title="Moves">
          <ListTable
            label="Moves"
            list={list}
            load={() => listServiceMoves(caller, readListInput(serviceQuery(list, {})))}
            present={presentServiceMove}
            columns={columns}
            fallback=""
            noun={["move", "moves"]}
            empty={
              <EmptyState title="No moves yet">A move is kept for 30 days after its last change.</EmptyState>
            }
          />
        </Section>
      </div>
    </>
  );
}
