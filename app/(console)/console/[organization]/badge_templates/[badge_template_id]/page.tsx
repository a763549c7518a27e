import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { TemplateActions } from "@/components/console/badge-templates/template-actions";
import { TemplateForm } from "@/components/console/badge-templates/template-form";
import { TemplatePreview } from "@/components/console/badge-templates/template-preview";
import { TemplateState } from "@/components/console/badge-templates/template-state";
import { templateValues } from "@/components/console/badge-templates/template-values";
import { PageHeader } from "@/components/ui/page-header";
import { presentTemplate } from "@/lib/badges/templates/serializer";
import { getTemplate } from "@/lib/badges/templates/service";
import { isUuid } from "@/lib/kernel/ids";
import { brandColor } from "../brand";
import { loadRelatedChoices } from "../related-choices";
import { requireConsoleMember, may, orNotFound } from "../../../../console-caller";

type Props = { params: Promise<{ organization: string; badge_template_id: string }> };

// Cached, because the title and the page both load the template.
const load = cache(async (slug: string, id: string) => {
  const member = await requireConsoleMember(slug, { scope: "badge_templates" });
  if (!isUuid(id)) notFound();
  const row = await orNotFound(getTemplate(member.caller, id));
  return { member, template: presentTemplate(row) };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { organization, badge_template_id: id } = await params;
  return { title: (await load(organization, id)).template.name };
}

export default async function BadgeTemplatePage({ params }: Props) {
  const { organization: slug, badge_template_id: id } = await params;
  const { member, template } = await load(slug, id);
  const { caller, organization } = member;
  const home = `/console/${slug}`;
  const allowed = {
    issue: may(caller, "issued_badges", "write"),
    remove: may(caller, "badge_templates", "delete"),
  };
  const canEdit = may(caller, "badge_templates", "write");
  const brand = brandColor(organization);
  const choices = await loadRelatedChoices(caller, template);
  const common = { organizationId: organization.id, home, template };
  return (
    <>
      <PageHeader
        title={template.name}
        back={{ href: `${home}/badge_templates`, label: "Badge templates" }}
        description={<TemplateState state={template.state} />}
        actions={canEdit ? <TemplateActions {...common} may={allowed} /> : null}
      />
      {canEdit ? (
        <TemplateForm {...common} issuer={organization.name} brand={brand} choices={choices} />
      ) : (
        <div className="max-w-md">
          <TemplatePreview
            values={templateValues(template, brand)}
            templates={choices.templates}
            art={template.image_url}
            issuer={organization.name}
          />
        </div>
      )}
    </>
  );
}
