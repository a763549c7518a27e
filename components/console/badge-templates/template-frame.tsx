import type { ReactNode } from "react";
import { PageHeader } from "@/components/ui/page/page-header";
import { PageTabs, type PageTab } from "@/components/ui/page/page-tabs";
import type { BadgeTemplate } from "@/lib/badges/templates/schema";
import { TemplateActions } from "./template-actions";
import { TemplateState } from "./template-state";

export type TemplatePage = "" | "/holders" | "/earning_path" | "/share" | "/certificate" | "/edit";

type TemplateFrameProps = {
  organizationId: string;
  home: string;
  template: BadgeTemplate;
  rights: {
    change: boolean;
    issue: boolean;
    remove: boolean;
    seeBadges: boolean;
    designCertificate: boolean;
  };
  current: TemplatePage;
  children: ReactNode;
};

/** The pages of a template. A draft has no holders and cannot be shared. */
function listTabs({ home, template, rights }: TemplateFrameProps): PageTab[] {
  const base = `${home}/badge_templates/${template.id}`;
  const isIssuable = template.state !== "draft";
  return [
    ...(isIssuable ? [{ href: base, label: "Overview" }] : []),
    ...(isIssuable && rights.seeBadges ? [{ href: `${base}/holders`, label: "Holders" }] : []),
    { href: `${base}/earning_path`, label: "Earning path" },
    ...(isIssuable ? [{ href: `${base}/share`, label: "Share" }] : []),
    ...(rights.designCertificate ? [{ href: `${base}/certificate`, label: "Certificate" }] : []),
    ...(rights.change ? [{ href: `${base}/edit`, label: "Edit" }] : []),
  ];
}

/** The frame of each page of a template: its name, state and actions, and tabs for the other pages. */
export function TemplateFrame(props: TemplateFrameProps) {
  const { organizationId, home, template, rights, current, children } = props;
  return (
    <>
      <PageHeader
        title={template.name}
        back={{ href: `${home}/badge_templates`, label: "Badge templates" }}
        description={<TemplateState state={template.state} />}
        actions={
          rights.change ? (
            <TemplateActions organizationId={organizationId} home={home} template={template} may={rights} />
          ) : null
        }
      />
      <PageTabs
        label={template.name}
        tabs={listTabs(props)}
        current={`${home}/badge_templates/${template.id}${current}`}
      />
      {children}
    </>
  );
}
