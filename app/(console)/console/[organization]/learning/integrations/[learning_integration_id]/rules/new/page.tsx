import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { TemplateChoice } from "@/components/badge-templates/template-picker";
import { ChooseBadge } from "@/components/learning/choose-badge";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { presentTemplate, type TemplateRow } from "@/lib/badge-templates/serializer";
import { listTemplates } from "@/lib/badge-templates/service";
import { may } from "../../../../../../../console-caller";
import { loadIntegration, type IntegrationParams } from "../../integration";

export const metadata: Metadata = { title: "New rule" };

type Props = { params: Promise<IntegrationParams> };

const FIRST = 12;

function choiceOf(row: TemplateRow): TemplateChoice {
  const { id, name, image_url, skills } = presentTemplate(row);
  return { id, name, image_url, skills };
}

export default async function NewRulePage({ params }: Props) {
  const { member, base, home } = await loadIntegration(await params, "/rules/new");
  const { caller } = member;
  if (!may(caller, "issued_badges", "write")) notFound();
  const query = new URLSearchParams({ filter: "state::active", sort: "name", per: String(FIRST) });
  const active = await listTemplates(caller, { query });
  if (active.total === 0) {
    return (
      <EmptyState
        title="First, an active template"
        action={<ButtonLink href={`${home}/badge_templates/new`}>New template</ButtonLink>}
      >
        Rules give badges of a template, and none of yours is active yet.
      </EmptyState>
    );
  }
  return (
    <ChooseBadge
      organizationId={caller.organizationId}
      base={base}
      templates={active.rows.map(choiceOf)}
      more={active.total > active.rows.length}
    />
  );
}
