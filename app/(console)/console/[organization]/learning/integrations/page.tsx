import type { Metadata } from "next";
import Link from "next/link";
import { Suspense } from "react";
import { IntegrationTable } from "@/components/learning/integration-table";
import { LearningTabs } from "@/components/learning/learning-tabs";
import { NewIntegration, type AppChoice } from "@/components/learning/new-integration";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { listHref, type ListAddress } from "@/components/ui/list-address";
import { ListSearch, ListToolbar } from "@/components/ui/list-controls";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination, PastTheEnd } from "@/components/ui/pagination";
import { TableSkeleton } from "@/components/ui/skeleton";
import { isUuid } from "@/lib/kernel/ids";
import { listApps } from "@/lib/learning/apps/service";
import { listLearningIntegrations } from "@/lib/learning/integrations/management";
import { presentIntegration } from "@/lib/learning/integrations/serializer";
import { consoleMember, may, type Member } from "../../../../console-caller";
import {
  bothWays,
  choice,
  pageNumber,
  searchText,
  textOf,
  verbQuery,
  type PageQuery,
} from "../../../../list-request";

export const metadata: Metadata = { title: "Integrations" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

const SORTS = bothWays(["name", "created_at"]);

type Shown = { list: ListAddress; home: string; member: Member; apps: AppChoice[] };

const mayMake = ({ caller }: Member): boolean => may(caller, "memberships", "write");

/** The apps that an integration can be made of; none for who makes none. */
async function appsOf(member: Member): Promise<AppChoice[]> {
  if (!mayMake(member)) return [];
  const { rows } = await listApps(member.caller, { query: new URLSearchParams() });
  return rows.map(({ id, name }) => ({ id, name }));
}

function Nothing({ list, home, member, apps }: Shown) {
  if (list.params.query || list.params.app_id) {
    const all = (
      <ButtonLink variant="secondary" href={list.path}>
        Show all integrations
      </ButtonLink>
    );
    return (
      <EmptyState title="No integration fits" action={all}>
        Nothing matches this search and filter.
      </EmptyState>
    );
  }
  if (mayMake(member) && apps.length === 0) {
    return (
      <EmptyState
        title="Make an app first"
        action={<ButtonLink href={`${home}/learning`}>Learning apps</ButtonLink>}
      >
        An integration is a course of a learning system, and the system signs its requests with an app.
      </EmptyState>
    );
  }
  const make =
    apps.length > 0 ? (
      <NewIntegration organizationId={member.caller.organizationId} home={home} apps={apps} />
    ) : null;
  return (
    <EmptyState title="No integration yet" action={make}>
      Each integration is one course. Make one here, or let the learning system make it over the API (POST
      /v1.1/cle_integrations/create).
    </EmptyState>
  );
}

async function Integrations(shown: Shown) {
  const { list, home, member } = shown;
  const { query = "", app_id = "" } = list.params;
  const page = await listLearningIntegrations(member.caller, { query: verbQuery(list, { query, app_id }) });
  if (page.total === 0) return <Nothing {...shown} />;
  if (page.rows.length === 0) return <PastTheEnd list={list} />;
  return (
    <>
      <IntegrationTable list={list} integrations={page.rows.map(presentIntegration)} home={home} />
      <Pagination list={list} page={page} noun={page.total === 1 ? "integration" : "integrations"} />
    </>
  );
}

/** The app that the list is narrowed to, and the way out of it. */
function AppFilter({ list, apps }: Pick<Shown, "list" | "apps">) {
  const id = list.params.app_id ?? "";
  if (id === "") return null;
  const name = apps.find((app) => app.id === id)?.name ?? "one app";
  return (
    <p className="mb-5 text-sm text-ink-soft">
      Only integrations of <strong className="font-medium text-ink">{name}</strong>.{" "}
      <Link href={listHref(list, { app_id: "" })} className="text-accent underline underline-offset-4">
        Show all
      </Link>
    </p>
  );
}

export default async function IntegrationsPage({ params, searchParams }: Props) {
  const [{ organization: slug }, asked] = await Promise.all([params, searchParams]);
  const member = await consoleMember(slug, "/learning/integrations", { scope: "issued_badges" });
  const home = `/console/${slug}`;
  const appId = textOf(asked.app_id);
  const list: ListAddress = {
    path: `${home}/learning/integrations`,
    params: {
      query: searchText(asked.query),
      app_id: isUuid(appId) ? appId : "",
      sort: choice(asked.sort, SORTS),
      page: String(pageNumber(asked.page)),
    },
  };
  const apps = await appsOf(member);
  const { organizationId } = member.caller;
  return (
    <>
      <PageHeader
        title="Integrations"
        description="The courses of your learning systems, whose students earn badges by their grades."
        actions={
          apps.length > 0 ? <NewIntegration organizationId={organizationId} home={home} apps={apps} /> : null
        }
      />
      <LearningTabs
        home={home}
        current="/integrations"
        administers={may(member.caller, "memberships", "read")}
      />
      <ListToolbar>
        <ListSearch list={list} label="Search by name or course id" />
      </ListToolbar>
      <AppFilter list={list} apps={apps} />
      <Suspense key={JSON.stringify(list.params)} fallback={<TableSkeleton />}>
        <Integrations list={list} home={home} member={member} apps={apps} />
      </Suspense>
    </>
  );
}
