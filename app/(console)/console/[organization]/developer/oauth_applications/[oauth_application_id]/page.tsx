import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { LastUse } from "@/components/console/developer/last-use";
import { PermissionTags, ScopeText } from "@/components/console/developer/permission-tags";
import { ApplicationActions } from "@/components/console/oauth-applications/application-actions";
import { ScopedCurl } from "@/components/console/oauth-applications/scoped-curl";
import { CodeBox } from "@/components/ui/code-box";
import { Facts, Section, type Fact } from "@/components/ui/facts";
import { PageHeader } from "@/components/ui/page/page-header";
import { MomentText } from "@/components/ui/time/moment";
import type { OAuthApplication } from "@/lib/applications/oauth-applications/schema";
import { presentApplication } from "@/lib/applications/oauth-applications/serializer";
import { getApplication } from "@/lib/applications/oauth-applications/service";
import { requireConsoleMember, may, orNotFound } from "../../../../../console-caller";
import { curlUrls, canCreateApplications, SectionTabs } from "../../section";

export const metadata: Metadata = { title: "OAuth application" };

type Props = { params: Promise<{ organization: string; oauth_application_id: string }> };

const PATH = "/developer/oauth_applications";

const applicationFacts = (application: OAuthApplication): Fact[] => [
  { term: "Description", value: application.description ?? "None" },
  {
    term: "Data services",
    value: application.data_services_enabled ? "On (webhooks are sent)" : "Off",
  },
  { term: "Permissions", value: <PermissionTags access={application.access} /> },
  { term: "Scopes", value: <ScopeText scopes={application.scopes} /> },
  { term: "Last used", value: <LastUse item={application} /> },
  {
    term: "Created",
    value: (
      <>
        <MomentText value={application.created_at} /> by {application.created_by_name || "an unknown user"}
      </>
    ),
  },
  { term: "Updated", value: <MomentText value={application.updated_at} /> },
];

export default async function OAuthApplicationPage({ params }: Props) {
  const { organization: slug, oauth_application_id: id } = await params;
  const member = await requireConsoleMember(slug, { scope: "oauth_applications" });
  const { caller } = member;
  // Larger numbers do not fit the column of the database.
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound();
  const application = presentApplication(await orNotFound(getApplication(caller, Number(id))));
  const listHref = `/console/${slug}${PATH}`;
  const urls = curlUrls(caller.organizationId);
  return (
    <>
      <PageHeader
        title={application.name}
        back={{ href: listHref, label: "OAuth applications" }}
        actions={
          <ApplicationActions
            organizationId={caller.organizationId}
            application={application}
            listHref={listHref}
            urls={urls}
            may={{
              change: may(caller, "oauth_applications", "write"),
              rotate: canCreateApplications(member),
              remove: may(caller, "oauth_applications", "delete"),
            }}
          />
        }
      />
      <SectionTabs member={member} current="/oauth_applications" />
      <div className="grid gap-10">
        <CodeBox
          label="Client ID"
          text={application.uid}
          hint="The secret cannot be shown again. Lost it? Rotate it."
        />
        <Facts facts={applicationFacts(application)} />
        <Section title="Access tokens">
          <ScopedCurl uid={application.uid} secret={null} scopes={application.scopes} urls={urls} />
        </Section>
      </div>
    </>
  );
}
