import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { applicationColumns } from "@/components/console/oauth-applications/application-columns";
import { NewApplication } from "@/components/console/oauth-applications/new-application";
import { EmptyState } from "@/components/ui/list/empty-state";
import { ListTable } from "@/components/ui/list/list-table";
import { PageHeader } from "@/components/ui/page/page-header";
import { presentApplication } from "@/lib/applications/oauth-applications/serializer";
import { listApplications } from "@/lib/applications/oauth-applications/service";
import { requireConsoleMember } from "../../../../console-caller";
import { csvHref, buildListAddress, serviceQuery, type PageQuery } from "../../../../list-request";
import { curlUrls, canCreateApplications, SectionTabs } from "../section";

export const metadata: Metadata = { title: "OAuth applications" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

const PATH = "/developer/oauth_applications";

export default async function OAuthApplicationsPage({ params, searchParams }: Props) {
  const [{ organization: slug }, parameters] = await Promise.all([params, searchParams]);
  const member = await requireConsoleMember(slug, { scope: "oauth_applications" });
  const { organizationId } = member.caller;
  const path = `/console/${slug}${PATH}`;
  const columns = applicationColumns(path);
  const list = buildListAddress(path, parameters, { columns });
  const query = serviceQuery(list, {});
  const createButton = canCreateApplications(member) ? (
    <NewApplication organizationId={organizationId} urls={curlUrls(organizationId)} />
  ) : null;
  return (
    <>
      <PageHeader
        title="OAuth applications"
        description="Programs that use the API with access tokens. Each token is valid for 2 hours."
        actions={createButton}
      />
      <SectionTabs member={member} current="/oauth_applications" />
      <ListTable
        label="OAuth applications"
        list={list}
        load={() => listApplications(member.caller, readListInput(query))}
        present={presentApplication}
        columns={columns}
        fallback=""
        noun={["application", "applications"]}
        empty={
          <EmptyState title="No applications yet" action={createButton}>
            An application exchanges its client ID and secret for access tokens (OAuth 2.0 client
            credentials). Webhooks are sent only while an application has data services on.
          </EmptyState>
        }
        csv={csvHref(organizationId, "oauth_applications", query)}
      />
    </>
  );
}
