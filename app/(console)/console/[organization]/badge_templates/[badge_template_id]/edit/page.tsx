import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { TemplateForm } from "@/components/console/badge-templates/template-form";
import { TemplateFrame } from "@/components/console/badge-templates/template-frame";
import { brandColor } from "../../brand";
import { loadRelatedChoices } from "../../related-choices";
import { loadTemplate, type TemplateParams } from "../loaded-template";

type Props = { params: TemplateParams };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Edit ${(await loadTemplate(params)).template.name}` };
}

export default async function EditTemplatePage({ params }: Props) {
  const { member, template, home, rights } = await loadTemplate(params);
  const { caller, organization } = member;
  if (!rights.change) redirect(`${home}/badge_templates/${template.id}`);
  const common = { organizationId: organization.id, home, template };
  return (
    <TemplateFrame {...common} rights={rights} current="/edit">
      <TemplateForm
        {...common}
        issuer={organization.name}
        brand={brandColor(organization)}
        choices={await loadRelatedChoices(caller, template)}
      />
    </TemplateFrame>
  );
}
