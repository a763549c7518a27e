import type { Metadata } from "next";
import { DesignForm } from "@/components/console/certificates/design-form";
import { SettingsTabs } from "@/components/console/organizations/settings-tabs";
import { PageHeader } from "@/components/ui/page-header";
import { presentCertificateDesign } from "@/lib/art/certificate-designs/serializer";
import { getCertificateDesign } from "@/lib/art/certificate-designs/service";
import { LIGHT } from "@/lib/kernel/palette";
import { getOrganization } from "@/lib/organizations/profile/service";
import { requireConsoleMember } from "../../../../console-caller";

export const metadata: Metadata = { title: "Certificates" };

type Props = { params: Promise<{ organization: string }> };

export default async function CertificatesPage({ params }: Props) {
  const { organization: slug } = await params;
  const { caller } = await requireConsoleMember(slug, { scope: "memberships", access: "write" });
  const [row, design] = await Promise.all([getOrganization(caller), getCertificateDesign(caller)]);
  return (
    <>
      <PageHeader
        title="Certificates"
        description="How the PDF certificates of your badges look. Earners download them from the badge’s page or their wallet."
      />
      <SettingsTabs home={`/console/${slug}`} current="/certificates" />
      <DesignForm
        organizationId={caller.organizationId}
        design={presentCertificateDesign(design)}
        brand={row.primaryHexColor ?? LIGHT.accent}
        hasLogo={row.photoId !== null}
      />
    </>
  );
}
