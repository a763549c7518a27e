import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { EndIssuer } from "@/components/console/issuers/end-issuer";
import { IssuerForm } from "@/components/console/issuers/issuer-form";
import { IssuerPreview } from "@/components/console/issuers/issuer-preview";
import { PageHeader } from "@/components/ui/page-header";
import { presentAuthorization } from "@/lib/organizations/issuers/serializer";
import { getIssuer } from "@/lib/organizations/issuers/service";
import { isUuid } from "@/lib/kernel/ids";
import { consoleMember, may, orNotFound } from "../../../../console-caller";
import { formTemplates } from "../../../../form-templates";

type Props = { params: Promise<{ organization: string; issuer_id: string }> };

// Cached, because the title and the page read the same authorization.
const load = cache(async (slug: string, id: string) => {
  const member = await consoleMember(slug, { scope: "memberships" });
  if (!isUuid(id)) notFound();
  const row = await orNotFound(getIssuer(member.caller, id));
  return { member, authorization: presentAuthorization(row) };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { organization, issuer_id: id } = await params;
  return { title: (await load(organization, id)).authorization.issuer.name };
}

export default async function IssuerPage({ params }: Props) {
  const { organization: slug, issuer_id: asked } = await params;
  const { member, authorization } = await load(slug, asked);
  const { caller, organization } = member;
  const home = `/console/${slug}`;
  const { id, issuer, allowed_badge_templates: named } = authorization;
  const { all } = await formTemplates(caller);
  const pictures = new Map(all.first.map((one) => [one.id, one.image_url]));
  const allowed = named.map((one) => ({ ...one, image_url: pictures.get(one.id) ?? "" }));
  const common = { organizationId: organization.id, home };
  return (
    <>
      <PageHeader
        title={issuer.name}
        back={{ href: `${home}/issuers`, label: "Issuers" }}
        description={`What ${issuer.name} can issue on your behalf.`}
        actions={
          may(caller, "memberships", "delete") ? <EndIssuer {...common} id={id} name={issuer.name} /> : null
        }
      />
      {may(caller, "memberships", "write") ? (
        <IssuerForm
          {...common}
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
