import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { EndAuthorization } from "@/components/console/issuers/end-issuer";
import { IssuerForm } from "@/components/console/issuers/issuer-form";
import { IssuerPreview } from "@/components/console/issuers/issuer-preview";
import { PageHeader } from "@/components/ui/page/page-header";
import { presentAuthorization } from "@/lib/organizations/issuers/serializer";
import { getIssuer } from "@/lib/organizations/issuers/service";
import { isUuid } from "@/lib/kernel/ids";
import { requireConsoleMember, may, orNotFound } from "../../../../console-caller";
import { loadFormTemplates } from "../../../../form-templates";

type Props = { params: Promise<{ organization: string; issuer_id: string }> };

// Cached, because the title and the page read the same authorization.
const loadAuthorization = cache(async (slug: string, id: string) => {
  const member = await requireConsoleMember(slug, { scope: "memberships" });
  if (!isUuid(id)) notFound();
  const row = await orNotFound(getIssuer(member.caller, id));
  return { member, authorization: presentAuthorization(row) };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { organization, issuer_id: id } = await params;
  return { title: (await loadAuthorization(organization, id)).authorization.issuer.name };
}

export default async function IssuerPage({ params }: Props) {
  const { organization: slug, issuer_id: issuerId } = await params;
  const { member, authorization } = await loadAuthorization(slug, issuerId);
  const { caller, organization } = member;
  const home = `/console/${slug}`;
  const { id, issuer, allowed_badge_templates: allowedTemplates } = authorization;
  const { all } = await loadFormTemplates(caller);
  const imageUrls = new Map(all.first.map((template) => [template.id, template.image_url]));
  const allowed = allowedTemplates.map((template) => ({
    ...template,
    image_url: imageUrls.get(template.id) ?? "",
  }));
  const sharedProps = { organizationId: organization.id, home };
  return (
    <>
      <PageHeader
        title={issuer.name}
        back={{ href: `${home}/issuers`, label: "Issuers" }}
        description={`What ${issuer.name} can issue on your behalf.`}
        actions={
          may(caller, "memberships", "delete") ? (
            <EndAuthorization {...sharedProps} id={id} name={issuer.name} />
          ) : null
        }
      />
      {may(caller, "memberships", "write") ? (
        <IssuerForm
          {...sharedProps}
          grantor={organization.name}
          authorization={authorization}
          allowed={allowed}
          all={all}
        />
      ) : (
        <div className="max-w-sm">
          <IssuerPreview
            display={authorization.display_issuer_as}
            grantor={organization.name}
            issuer={issuer.name}
            template={allowed[0] ?? null}
          />
        </div>
      )}
    </>
  );
}
