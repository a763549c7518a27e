import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { LaunchDebugger } from "@/components/console/learning/launch-debugger";
import { LearningTabs } from "@/components/console/learning/learning-tabs";
import type { AppChoice } from "@/components/console/learning/new-integration";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/list/empty-state";
import { PageHeader } from "@/components/ui/page/page-header";
import type { Caller } from "@/lib/access/callers/caller";
import { publicUrl } from "@/lib/kernel/env";
import { isUuid } from "@/lib/kernel/ids";
import { getApp, listApps } from "@/lib/learning/apps/service";
import { requireConsoleMember } from "../../../../console-caller";
import { readParameter, type PageQuery } from "../../../../list-request";

export const metadata: Metadata = { title: "Launch debugger" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

/** Lists the newest apps, and the one with the id from the address. */
async function listAppChoices(caller: Caller, requestedAppId: string): Promise<AppChoice[]> {
  const { rows } = await listApps(caller, readListInput(new URLSearchParams()));
  const choices = rows.map(({ id, name }) => ({ id, name }));
  if (!isUuid(requestedAppId) || choices.some(({ id }) => id === requestedAppId)) return choices;
  const app = await getApp(caller, requestedAppId).catch(() => null);
  return app ? [{ id: app.id, name: app.name }, ...choices] : choices;
}

export default async function LaunchDebuggerPage({ params, searchParams }: Props) {
  const [{ organization: slug }, search] = await Promise.all([params, searchParams]);
  const { caller } = await requireConsoleMember(slug, { scope: "memberships" });
  const home = `/console/${slug}`;
  const requestedAppId = readParameter(search.app_id);
  const apps = await listAppChoices(caller, requestedAppId);
  const chosen = apps.find(({ id }) => id === requestedAppId) ?? apps[0];
  return (
    <>
      <PageHeader
        title="Launch debugger"
        description="Find out why a signed request from a learning system is refused."
      />
      <LearningTabs home={home} current="/launch_debugger" isAdministrator />
      {chosen ? (
        <LaunchDebugger
          organizationId={caller.organizationId}
          apps={apps}
          chosen={chosen.id}
          launchUrl={publicUrl("/auth/lti")}
        />
      ) : (
        <EmptyState
          title="Create an app first"
          action={<ButtonLink href={`${home}/learning`}>Go to learning apps</ButtonLink>}
        >
          Requests are signed and checked with the secret of an app.
        </EmptyState>
      )}
    </>
  );
}
