"use client";

import { BadgeArt } from "@/components/public/badge/badge-art";
import { ButtonLink } from "@/components/ui/button-link";
import { CopyButton } from "@/components/ui/copy-button";
import { Facts, type Fact } from "@/components/ui/facts";
import { PeekContent } from "@/components/ui/peek-content";
import { DateText } from "@/components/ui/time";
import type { BadgeTemplate } from "@/lib/badges/templates/schema";
import { defaultExpirationText } from "./expiration-words";
import { useTemplate } from "./hooks";
import { TemplateState } from "./template-state";

type TemplatePeekProps = {
  organizationId: string;
  home: string;
  id: string;
  may: { change: boolean; issue: boolean };
};

const templateFacts = (template: BadgeTemplate): Fact[] =>
  [
    { term: "Skills", value: template.skills.join(" · ") },
    { term: "Level", value: template.level },
    { term: "Time to earn", value: template.time_to_earn },
    { term: "Cost", value: template.cost },
    { term: "Badges expire", value: defaultExpirationText(template) },
    { term: "Visibility", value: template.visibility === "public" ? "Public" : "Private" },
    { term: "Badges issued", value: template.badges_count.toLocaleString("en") },
    { term: "Reporting tags", value: template.reporting_tags.join(" · ") },
    { term: "Updated", value: <DateText value={template.updated_at} /> },
    { term: "Template ID", value: <code className="font-mono text-[0.8125rem]">{template.id}</code> },
  ].filter(({ value }) => value !== null && value !== "");

/** A template in the side panel of its table. */
export function TemplatePeek({ organizationId, home, id, may }: TemplatePeekProps) {
  const query = useTemplate(organizationId, id);
  return (
    <PeekContent
      query={query}
      title={({ name }) => name}
      description={({ state }) => <TemplateState state={state} />}
      actions={({ state }) => (
        <>
          {may.issue && state === "active" ? (
            <ButtonLink href={`${home}/issue?badge_template_id=${id}`}>Issue this badge</ButtonLink>
          ) : null}
          {may.change ? (
            <ButtonLink variant="secondary" href={`${home}/badge_templates/${id}`}>
              Edit template
            </ButtonLink>
          ) : null}
          <ButtonLink variant="secondary" href={`${home}/issued_badges?badge_template_id=${id}`}>
            Show issued badges
          </ButtonLink>
        </>
      )}
    >
      {(template) => (
        <>
          <BadgeArt src={template.image_url} name={template.name} size={208} className="size-40" />
          <p className="whitespace-pre-line text-ink-soft">{template.description}</p>
          <Facts facts={templateFacts(template)} />
          {template.state === "active" && template.visibility === "public" ? (
            <div className="flex flex-wrap items-center gap-3 text-sm">
              <a href={template.url} className="text-accent underline underline-offset-4">
                View public page
              </a>
              <CopyButton text={template.url} label="Copy link" />
            </div>
          ) : null}
        </>
      )}
    </PeekContent>
  );
}
