import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Suspense } from "react";
import { AppTable } from "@/components/console/learning/app-table";
import { LearningTabs } from "@/components/console/learning/learning-tabs";
import { NewApp } from "@/components/console/learning/new-app";
import { EmptyState } from "@/components/ui/list/empty-state";
import type { ListAddress } from "@/components/ui/list/list-address";
import { PageHeader } from "@/components/ui/page/page-header";
import { Pagination, PageOutOfRange } from "@/components/ui/list/pagination";
import { TableSkeleton } from "@/components/ui/skeleton";
import { presentApp } from "@/lib/learning/apps/serializer";
import { listApps } from "@/lib/learning/apps/service";
import { requireConsoleMember, may, type ConsoleMember } from "../../../console-caller";
import { buildListAddress, serviceQuery, type PageQuery } from "../../../list-request";

export const metadata: Metadata = { title: "Learning apps" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

// An app may do everything, so only members with all these rights can create or change one.
const canCreateApp = ({ caller }: ConsoleMember): boolean =>
  may(caller, "memberships", "write") && may(caller, "memberships", "delete");

async function Apps({ list, home, member }: { list: ListAddress; home: string; member: ConsoleMember }) {
  const { caller } = member;
  const page = await listApps(caller, readListInput(serviceQuery(list, {})));
  if (page.total === 0) {
    return (
      <EmptyState
        title="No learning apps yet"
        action={canCreateApp(member) ? <NewApp organizationId={caller.organizationId} /> : null}
      >
        An app gives a learning system, such as Moodle or Canvas, a key and a secret to sign its requests.
        Create one app for each system.
      </EmptyState>
    );
  }
  if (page.rows.length === 0) return <PageOutOfRange list={list} />;
  return (
    <>
      <AppTable
        organizationId={caller.organizationId}
        home={home}
        apps={page.rows.map(presentApp)}
        permissions={{ change: canCreateApp(member), remove: may(caller, "memberships", "delete") }}
      />
      <Pagination list={list} page={page} noun={page.total === 1 ? "app" : "apps"} />
    </>
  );
}

export default async function LearningAppsPage({ params, searchParams }: Props) {
  const [{ organization: slug }, search] = await Promise.all([params, searchParams]);
  const member = await requireConsoleMember(slug, { scope: "issued_badges" });
  const home = `/console/${slug}`;
  if (!may(member.caller, "memberships", "read")) redirect(`${home}/learning/integrations`);
  const list = buildListAddress(`${home}/learning`, search);
  return (
    <>
      <PageHeader
        title="Learning apps"
        description="Keys that learning systems sign their requests with."
        actions={canCreateApp(member) ? <NewApp organizationId={member.caller.organizationId} /> : null}
      />
      <LearningTabs home={home} current="" isAdministrator />
      <Suspense key={JSON.stringify(list.params)} fallback={<TableSkeleton rows={4} />}>
        <Apps list={list} home={home} member={member} />
      </Suspense>
    </>
  );
}
