import type { Metadata } from "next";
import { DesignForm } from "@/components/console/certificates/design-form";
import { DesignedTemplates } from "@/components/console/certificates/designed-templates";
import { SettingsTabs } from "@/components/console/organizations/settings-tabs";
import { PageHeader } from "@/components/ui/page/page-header";
import { presentCertificateDesign, presentDesignedTemplate } from "@/lib/art/certificate-designs/serializer";
import { getCertificateDesign } from "@/lib/art/certificate-designs/service";
import { listTemplateCertificateDesigns } from "@/lib/art/certificate-designs/template-designs";
import { readListInput } from "@/lib/kernel/list/list-input";
import { LIGHT } from "@/lib/kernel/palette";
import { getOrganization } from "@/lib/organizations/profile/service";
import { requireConsoleMember } from "../../../../console-caller";
import { buildListAddress, serviceQuery, type PageQuery } from "../../../../list-request";

export const metadata: Metadata = { title: "Certificates" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

export default async function CertificatesPage({ params, searchParams }: Props) {
  const [{ organization: slug }, search] = await Promise.all([params, searchParams]);
  const { caller } = await requireConsoleMember(slug, { scope: "memberships", access: "write" });
  const home = `/console/${slug}`;
  const list = buildListAddress(`${home}/settings/certificates`, search);
  const [row, design, designed] = await Promise.all([
    getOrganization(caller),
    getCertificateDesign(caller),
    listTemplateCertificateDesigns(caller, readListInput(serviceQuery(list, {}))),
  ]);
  return (
    <>
      <PageHeader
        title="Certificates"
        description="How the PDF certificates of your badges look. Earners download them from the badge’s page or their wallet."
      />
      <SettingsTabs home={home} current="/certificates" />
      <DesignForm
        subject={{ organizationId: caller.organizationId, templateId: null }}
        design={presentCertificateDesign(design)}
        brand={row.primaryHexColor ?? LIGHT.accent}
        hasLogo={row.photoId !== null}
      />
      <DesignedTemplates
        home={home}
        list={list}
        page={{ ...designed, rows: designed.rows.map(presentDesignedTemplate) }}
      />
    </>
  );
}
