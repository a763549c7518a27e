import type { Metadata } from "next";
import { IssuerForm } from "@/components/console/issuers/issuer-form";
import { PageHeader } from "@/components/ui/page-header";
import { consoleMember } from "../../../../console-caller";
import { formTemplates } from "../../../../form-templates";

export const metadata: Metadata = { title: "Authorize an issuer" };

type Props = { params: Promise<{ organization: string }> };

export default async function NewIssuerPage({ params }: Props) {
  const { organization: slug } = await params;
  const { caller, organization } = await consoleMember(slug, {
    scope: "memberships",
    access: "write",
  });
  const home = `/console/${slug}`;
  const { all } = await formTemplates(caller);
  return (
    <>
      <PageHeader
        title="Authorize an issuer"
        back={{ href: `${home}/issuers`, label: "Issuers" }}
        description="Takes effect immediately. The organization does not need to agree first."
      />
      <IssuerForm
        organizationId={organization.id}
        home={home}
        grantor={organization.name}
        authorization={null}
        allowed={[]}
        all={all}
      />
    </>
  );
}
