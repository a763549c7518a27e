import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { TemplateFrame } from "@/components/console/badge-templates/template-frame";
import { TemplateCertificate } from "@/components/console/certificates/template-certificate";
import { presentTemplateCertificateDesign } from "@/lib/art/certificate-designs/serializer";
import { getTemplateCertificateDesign } from "@/lib/art/certificate-designs/template-designs";
import { LIGHT } from "@/lib/kernel/palette";
import { getOrganization } from "@/lib/organizations/profile/service";
import { loadTemplate, type TemplateParams } from "../loaded-template";

type Props = { params: TemplateParams };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Certificate of ${(await loadTemplate(params)).template.name}` };
}

export default async function TemplateCertificatePage({ params }: Props) {
  const { member, template, home, rights } = await loadTemplate(params);
  const { caller } = member;
  if (!rights.designCertificate) notFound();
  const [organization, design] = await Promise.all([
    getOrganization(caller),
    getTemplateCertificateDesign(caller, template.id),
  ]);
  return (
    <TemplateFrame
      organizationId={caller.organizationId}
      home={home}
      template={template}
      rights={rights}
      current="/certificate"
    >
      <TemplateCertificate
        subject={{ organizationId: caller.organizationId, templateId: template.id }}
        home={home}
        design={presentTemplateCertificateDesign(design)}
        brand={organization.primaryHexColor ?? LIGHT.accent}
        hasLogo={organization.photoId !== null}
      />
    </TemplateFrame>
  );
}
