import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { integrationColumns } from "@/components/console/learning/integration-columns";
import { LearningTabs } from "@/components/console/learning/learning-tabs";
import { NewIntegration, type AppChoice } from "@/components/console/learning/new-integration";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import type { ListAddress } from "@/components/ui/list-address";
import { ListSearch, ListToolbar } from "@/components/ui/list-controls";
import { ListTable } from "@/components/ui/list-table";
import { Narrowed } from "@/components/ui/narrowed";
import { PageHeader } from "@/components/ui/page-header";
import { isUuid } from "@/lib/kernel/ids";
import { listApps } from "@/lib/learning/apps/service";
import { listLearningIntegrations } from "@/lib/learning/integrations/organization-service";
import { presentIntegration } from "@/lib/learning/integrations/serializer";
import { consoleMember, may, type Member } from "../../../../console-caller";
import {
  csvHref,
  listAddress,
  searchText,
  textOf,
  verbQuery,
  type PageQuery,
} from "../../../../list-request";

export const metadata: Metadata = { title: "Integrations" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

const SORTS = ["name", "created_at"];

type Shown = { home: string; member: Member; apps: AppChoice[] };

const mayMake = ({ caller }: Member): boolean => may(caller, "memberships", "write");

/** Lists the apps for a new integration; empty if the member may not create one. */
async function appsOf(member: Member): Promise<AppChoice[]> {
  if (!mayMake(member)) return [];
  const { rows } = await listApps(member.caller, readListInput(new URLSearchParams()));
  return rows.map(({ id, name }) => ({ id, name }));
}

function Nothing({ home, member, apps }: Shown) {
  if (mayMake(member) && apps.length === 0) {
    return (
      <EmptyState
        title="Create an app first"
        action={<ButtonLink href={`${home}/learning`}>Go to learning apps</ButtonLink>}
      >
        An integration is one course in a learning system. The system signs its requests with an app.
      </EmptyState>
    );
  }
  const make =
    apps.length > 0 ? (
      <NewIntegration organizationId={member.caller.organizationId} home={home} apps={apps} />
    ) : null;
  return (
    <EmptyState title="No integrations yet" action={make}>
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
    <Narrowed list={list} without={["app_id"]}>
      Showing integrations of <strong className="font-medium text-ink">{name}</strong>.
    </Narrowed>
  );
}

export default async function IntegrationsPage({ params, searchParams }: Props) {
  const [{ organization: slug }, asked] = await Promise.all([params, searchParams]);
  const member = await consoleMember(slug, { scope: "issued_badges" });
  const home = `/console/${slug}`;
  const appId = textOf(asked.app_id);
  const columns = integrationColumns(home);
  const filters = { query: searchText(asked.query), app_id: isUuid(appId) ? appId : "" };
  const list = listAddress(`${home}/learning/integrations`, asked, { filters, sorts: SORTS, columns });
  const query = verbQuery(list, filters);
  const apps = await appsOf(member);
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
        empty={<Nothing home={home} member={member} apps={apps} />}
        csv={csvHref(organizationId, "learning_integrations", query)}
      />
    </>
  );
}
