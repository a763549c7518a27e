import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { integrationColumns } from "@/components/console/learning/integration-columns";
import { LearningTabs } from "@/components/console/learning/learning-tabs";
import { NewIntegration, type AppChoice } from "@/components/console/learning/new-integration";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/list/empty-state";
import type { ListAddress } from "@/components/ui/list/list-address";
import { ListSearch, ListToolbar } from "@/components/ui/list/list-controls";
import { ListTable } from "@/components/ui/list/list-table";
import { ActiveFilter } from "@/components/ui/list/active-filter";
import { PageHeader } from "@/components/ui/page/page-header";
import { isUuid } from "@/lib/kernel/ids";
import { listApps } from "@/lib/learning/apps/service";
import { listLearningIntegrations } from "@/lib/learning/integrations/organization-service";
import { presentIntegration } from "@/lib/learning/integrations/serializer";
import { requireConsoleMember, may, type ConsoleMember } from "../../../../console-caller";
import {
  csvHref,
  buildListAddress,
  readSearchText,
  readParameter,
  serviceQuery,
  type PageQuery,
} from "../../../../list-request";

export const metadata: Metadata = { title: "Integrations" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

const SORTS = ["name", "created_at"];

type NoIntegrationsProps = { home: string; member: ConsoleMember; apps: AppChoice[] };

const canCreateIntegration = ({ caller }: ConsoleMember): boolean => may(caller, "memberships", "write");

/** Lists the apps for a new integration; empty if the member may not create one. */
async function listAppChoices(member: ConsoleMember): Promise<AppChoice[]> {
  if (!canCreateIntegration(member)) return [];
  const { rows } = await listApps(member.caller, readListInput(new URLSearchParams()));
  return rows.map(({ id, name }) => ({ id, name }));
}

function NoIntegrations({ home, member, apps }: NoIntegrationsProps) {
  if (canCreateIntegration(member) && apps.length === 0) {
    return (
      <EmptyState
        title="Create an app first"
        action={<ButtonLink href={`${home}/learning`}>Go to learning apps</ButtonLink>}
      >
        An integration is one course in a learning system. The system signs its requests with an app.
      </EmptyState>
    );
  }
  const createButton =
    apps.length > 0 ? (
      <NewIntegration organizationId={member.caller.organizationId} home={home} apps={apps} />
    ) : null;
  return (
    <EmptyState title="No integrations yet" action={createButton}>
      Each integration is one course. Create one here, or let the learning system create it through the API
      (POST /v1.1/cle_integrations/create).
    </EmptyState>
  );
}

/** Shows the app that the list is filtered by, with a link that clears the filter. */
function AppFilter({ list, apps }: { list: ListAddress; apps: AppChoice[] }) {
  const id = list.params.app_id ?? "";
  if (id === "") return null;
  const name = apps.find((app) => app.id === id)?.name ?? "one app";
  return (
    <ActiveFilter list={list} without={["app_id"]}>
      Showing integrations of <strong className="font-medium text-ink">{name}</strong>.
    </ActiveFilter>
  );
}

export default async function IntegrationsPage({ params, searchParams }: Props) {
  const [{ organization: slug }, search] = await Promise.all([params, searchParams]);
  const member = await requireConsoleMember(slug, { scope: "issued_badges" });
  const home = `/console/${slug}`;
  const appId = readParameter(search.app_id);
  const columns = integrationColumns(home);
  const filters = { query: readSearchText(search.query), app_id: isUuid(appId) ? appId : "" };
  const list = buildListAddress(`${home}/learning/integrations`, search, { filters, sorts: SORTS, columns });
  const query = serviceQuery(list, filters);
  const apps = await listAppChoices(member);
  const { organizationId } = member.caller;
  return (
    <>
      <PageHeader
        title="Integrations"
        description="Courses in your learning systems where students earn badges for their grades."
        actions={
          apps.length > 0 ? <NewIntegration organizationId={organizationId} home={home} apps={apps} /> : null
        }
      />
      <LearningTabs
        home={home}
        current="/integrations"
        isAdministrator={may(member.caller, "memberships", "read")}
      />
      <ListToolbar>
        <ListSearch list={list} label="Search by name or course ID" />
      </ListToolbar>
      <AppFilter list={list} apps={apps} />
      <ListTable
        label="Integrations"
        list={list}
        load={() => listLearningIntegrations(member.caller, readListInput(query))}
        present={presentIntegration}
        columns={columns}
        fallback="-created_at"
        noun={["integration", "integrations"]}
        empty={<NoIntegrations home={home} member={member} apps={apps} />}
        csv={csvHref(organizationId, "learning_integrations", query)}
      />
    </>
  );
}
