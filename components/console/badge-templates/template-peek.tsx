"use client";

import { ButtonLink } from "@/components/ui/button-link";
import { CopyButton } from "@/components/ui/copy-button";
import { PeekContent } from "@/components/ui/overlay/peek-content";
import { useTemplate } from "./hooks";
import { publicPageUrl } from "./public-page";
import { TemplateState } from "./template-state";
import { TemplateSummary } from "./template-summary";

type TemplatePeekProps = {
  organizationId: string;
  home: string;
  id: string;
  may: { change: boolean; issue: boolean };
};

const PublicPageLink = ({ url }: { url: string | null }) =>
  url === null ? null : (
    <div className="flex flex-wrap items-center gap-3 text-sm">
      <a href={url} className="text-accent underline underline-offset-4">
        View public page
      </a>
      <CopyButton text={url} label="Copy link" />
    </div>
  );

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
            <ButtonLink variant="secondary" href={`${home}/badge_templates/${id}/edit`}>
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
          <TemplateSummary template={template} />
          <PublicPageLink url={publicPageUrl(template)} />
        </>
      )}
    </PeekContent>
  );
}
