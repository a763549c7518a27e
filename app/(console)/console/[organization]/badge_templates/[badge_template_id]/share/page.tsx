import type { Metadata } from "next";
import { ShareKit } from "@/components/console/badge-templates/share-kit";
import { TemplateFrame } from "@/components/console/badge-templates/template-frame";
import { loadTemplate, type TemplateParams } from "../loaded-template";

type Props = { params: TemplateParams };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Share ${(await loadTemplate(params)).template.name}` };
}

export default async function ShareTemplatePage({ params }: Props) {
  const { member, template, home, rights } = await loadTemplate(params);
  return (
    <TemplateFrame
      organizationId={member.organization.id}
      home={home}
      template={template}
      rights={rights}
      current="/share"
    >
      <ShareKit template={template} issuer={member.organization.name} />
    </TemplateFrame>
  );
}
