import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { AccessTable } from "@/components/console/learning/access-table";
import { EmptyState } from "@/components/ui/list/empty-state";
import { ListView } from "@/components/ui/list/list-view";
import { PageHeader } from "@/components/ui/page/page-header";
import { getApp } from "@/lib/learning/apps/service";
import { listAppTokens } from "@/lib/learning/tokens/organization-service";
import { presentAppToken } from "@/lib/learning/tokens/serializer";
import { requireConsoleMember, may, orNotFound } from "../../../../../console-caller";
import { buildListAddress, serviceQuery, type PageQuery } from "../../../../../list-request";

export const metadata: Metadata = { title: "Access to a learning app" };

type Props = {
  params: Promise<{ organization: string; learning_app_id: string }>;
  searchParams: PageQuery;
};

const NO_TOKENS = (
  <EmptyState title="No tokens yet">
    Tokens appear here when the owner signs in through the API or the learning system connects to an
    integration.
  </EmptyState>
);

/** Shows the tokens of a learning app. */
export default async function AccessPage({ params, searchParams }: Props) {
  const [{ organization: slug, learning_app_id }, search] = await Promise.all([params, searchParams]);
  const { caller } = await requireConsoleMember(slug, { scope: "memberships" });
  const app = await orNotFound(getApp(caller, learning_app_id));
  const list = buildListAddress(`/console/${slug}/learning/apps/${app.id}`, search);
  return (
    <>
      <PageHeader
        title="Access"
        back={{ href: `/console/${slug}/learning`, label: "Learning apps" }}
        description={`Tokens that programs use to access ${app.name}. Tokens of learners are not listed.`}
      />
      <ListView
        list={list}
        load={() => listAppTokens(caller, app.id, readListInput(serviceQuery(list, {})))}
        noun={["token", "tokens"]}
        empty={NO_TOKENS}
      >
        {(rows) => (
          <AccessTable
            organizationId={caller.organizationId}
            appId={app.id}
            list={list}
            tokens={rows.map(presentAppToken)}
            canRevoke={may(caller, "memberships", "delete")}
          />
        )}
      </ListView>
    </>
  );
}
