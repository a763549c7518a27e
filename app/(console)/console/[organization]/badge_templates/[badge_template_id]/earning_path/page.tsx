import type { Metadata } from "next";
import { EarningPath } from "@/components/console/badge-templates/earning-path";
import { TemplateFrame } from "@/components/console/badge-templates/template-frame";
import { listNextTemplates } from "@/lib/badges/templates/earning-path";
import { presentSummary } from "@/lib/badges/templates/summary";
import { listTemplateRules } from "@/lib/learning/rules/organization-service";
import { presentTemplateRule } from "@/lib/learning/rules/serializer";
import { loadTemplate, type TemplateParams } from "../loaded-template";

type Props = { params: TemplateParams };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Earning path of ${(await loadTemplate(params)).template.name}` };
}

export default async function EarningPathPage({ params }: Props) {
  const { member, template, home, rights } = await loadTemplate(params);
  const { caller, organization } = member;
  const [next, rules] = await Promise.all([
    listNextTemplates(caller, template.id),
    rights.seeBadges ? listTemplateRules(caller, template.id) : null,
  ]);
  return (
    <TemplateFrame
      organizationId={organization.id}
      home={home}
      template={template}
      rights={rights}
      current="/earning_path"
    >
      <EarningPath
        home={home}
        template={template}
        rules={rules && rules.map(presentTemplateRule)}
        next={next.map(presentSummary)}
      />
    </TemplateFrame>
  );
}
