import type { Metadata } from "next";
import { TemplateForm } from "@/components/console/badge-templates/template-form";
import { PageHeader } from "@/components/ui/page/page-header";
import { loadRelatedChoices } from "../related-choices";
import { brandColor } from "../brand";
import { requireConsoleMember } from "../../../../console-caller";

export const metadata: Metadata = { title: "New template" };

export default async function NewTemplatePage({ params }: { params: Promise<{ organization: string }> }) {
  const { organization: slug } = await params;
  const needs = { scope: "badge_templates", access: "write" } as const;
  const { organization, caller } = await requireConsoleMember(slug, needs);
  const home = `/console/${slug}`;
  return (
    <>
      <PageHeader title="New template" back={{ href: `${home}/badge_templates`, label: "Badge templates" }} />
      <TemplateForm
        organizationId={organization.id}
        issuer={organization.name}
        brand={brandColor(organization)}
        home={home}
        template={null}
        choices={await loadRelatedChoices(caller, null)}
      />
    </>
  );
}
