import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ChooseBadge } from "@/components/console/learning/choose-badge";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/list/empty-state";
import { may } from "../../../../../../../console-caller";
import { loadFirstActiveTemplates } from "../../../../../../../form-templates";
import { loadIntegration, type IntegrationParams } from "../../integration";

export const metadata: Metadata = { title: "New rule" };

type Props = { params: Promise<IntegrationParams> };

export default async function NewRulePage({ params }: Props) {
  const { member, base, home } = await loadIntegration(await params);
  const { caller } = member;
  if (!may(caller, "issued_badges", "write")) notFound();
  const choices = await loadFirstActiveTemplates(caller);
  if (choices.first.length === 0) {
    return (
      <EmptyState
        title="No active templates yet"
        action={<ButtonLink href={`${home}/badge_templates/new`}>New template</ButtonLink>}
      >
        Rules issue badges from templates. Create or activate a template first.
      </EmptyState>
    );
  }
  return <ChooseBadge organizationId={caller.organizationId} base={base} {...choices} />;
}
