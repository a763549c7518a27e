import type { Metadata } from "next";
import { IssuerForm } from "@/components/console/issuers/issuer-form";
import { PageHeader } from "@/components/ui/page/page-header";
import { requireConsoleMember } from "../../../../console-caller";
import { loadFormTemplates } from "../../../../form-templates";

export const metadata: Metadata = { title: "Authorize an issuer" };

type Props = { params: Promise<{ organization: string }> };

export default async function NewIssuerPage({ params }: Props) {
  const { organization: slug } = await params;
  const { caller, organization } = await requireConsoleMember(slug, {
    scope: "memberships",
    access: "write",
  });
  const home = `/console/${slug}`;
  const { all } = await loadFormTemplates(caller);
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
