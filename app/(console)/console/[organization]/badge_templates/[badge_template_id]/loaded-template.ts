import { notFound } from "next/navigation";
import { cache } from "react";
import type { BadgeTemplate } from "@/lib/badges/templates/schema";
import { presentTemplate } from "@/lib/badges/templates/serializer";
import { getTemplate } from "@/lib/badges/templates/service";
import { isUuid } from "@/lib/kernel/ids";
import { may, orNotFound, requireConsoleMember, type ConsoleMember } from "../../../../console-caller";

export type TemplateParams = Promise<{ organization: string; badge_template_id: string }>;

/** A template for one of its pages, with what the member may do. */
export type LoadedTemplate = {
  member: ConsoleMember;
  template: BadgeTemplate;
  home: string;
  rights: {
    change: boolean;
    issue: boolean;
    remove: boolean;
    seeBadges: boolean;
    removeBadges: boolean;
    designCertificate: boolean;
  };
};

// Cached, because the title and the page both load the template.
const load = cache(async (slug: string, id: string): Promise<LoadedTemplate> => {
  const member = await requireConsoleMember(slug, { scope: "badge_templates" });
  if (!isUuid(id)) notFound();
  const row = await orNotFound(getTemplate(member.caller, id));
  return {
    member,
    template: presentTemplate(row),
    home: `/console/${slug}`,
    rights: {
      change: may(member.caller, "badge_templates", "write"),
      issue: may(member.caller, "issued_badges", "write"),
      remove: may(member.caller, "badge_templates", "delete"),
      seeBadges: may(member.caller, "issued_badges", "read"),
      removeBadges: may(member.caller, "issued_badges", "delete"),
      designCertificate: may(member.caller, "memberships", "write"),
    },
  };
});

/** Loads the template that the address names. Shows the not-found page to those who may not see it. */
export async function loadTemplate(params: TemplateParams): Promise<LoadedTemplate> {
  const { organization, badge_template_id: id } = await params;
  return load(organization, id);
}
