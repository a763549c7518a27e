import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { LaunchDebugger } from "@/components/console/learning/launch-debugger";
import { LearningTabs } from "@/components/console/learning/learning-tabs";
import type { AppChoice } from "@/components/console/learning/new-integration";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import type { Caller } from "@/lib/access/callers/caller";
import { publicUrl } from "@/lib/kernel/env";
import { isUuid } from "@/lib/kernel/ids";
import { getApp, listApps } from "@/lib/learning/apps/service";
import { consoleMember } from "../../../../console-caller";
import { textOf, type PageQuery } from "../../../../list-request";

export const metadata: Metadata = { title: "Launch debugger" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

/** Lists the newest apps, and the one with the id from the address. */
async function choicesOf(caller: Caller, named: string): Promise<AppChoice[]> {
  const { rows } = await listApps(caller, readListInput(new URLSearchParams()));
  const choices = rows.map(({ id, name }) => ({ id, name }));
  if (!isUuid(named) || choices.some(({ id }) => id === named)) return choices;
  const app = await getApp(caller, named).catch(() => null);
  return app ? [{ id: app.id, name: app.name }, ...choices] : choices;
}

export default async function LaunchDebuggerPage({ params, searchParams }: Props) {
  const [{ organization: slug }, asked] = await Promise.all([params, searchParams]);
  const { caller } = await consoleMember(slug, { scope: "memberships" });
  const home = `/console/${slug}`;
  const named = textOf(asked.app_id);
  const apps = await choicesOf(caller, named);
  const chosen = apps.find(({ id }) => id === named) ?? apps[0];
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
