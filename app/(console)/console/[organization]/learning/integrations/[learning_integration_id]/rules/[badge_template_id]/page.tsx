import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { cache } from "react";
import { BadgeArt } from "@/components/public/badge/badge-art";
import { TemplateState } from "@/components/console/badge-templates/template-state";
import { RuleEditor } from "@/components/console/learning/rule-editor";
import type { GradableChoice } from "@/components/console/learning/rule-values";
import { EmptyState } from "@/components/ui/list/empty-state";
import { isUuid } from "@/lib/kernel/ids";
import type { Page } from "@/lib/kernel/list/page";
import { presentGradable, type GradableRow } from "@/lib/learning/organization-lists/serializer";
import { listIntegrationGradables } from "@/lib/learning/organization-lists/service";
import { getRuleDocument } from "@/lib/learning/rules/organization-service";
import type { LearningRuleDocument } from "@/lib/learning/rules/schema";
import { presentRuleDocument } from "@/lib/learning/rules/serializer";
import { may, orNotFound } from "../../../../../../../console-caller";
import { loadIntegration, type IntegrationParams, type LoadedIntegration } from "../../integration";

type Props = { params: Promise<IntegrationParams & { badge_template_id: string }> };

const loadRules = cache(async (organization: string, integrationId: string, badgeId: string) => {
  const routeParams = { organization, learning_integration_id: integrationId };
  const loaded = await loadIntegration(routeParams);
  if (!isUuid(badgeId)) notFound();
  const row = await orNotFound(getRuleDocument(loaded.member.caller, loaded.integration.id, badgeId));
  return { loaded, document: presentRuleDocument(row) };
});

const loadFromProps = async ({ params }: Props) => {
  const { organization, learning_integration_id: id, badge_template_id: badgeId } = await params;
  return loadRules(organization, id, badgeId);
};

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: `Rules for ${(await loadFromProps(props)).document.badge_template.name}` };
}

/** Lists the first gradables by name. */
const listGradables = ({ member, integration }: LoadedIntegration): Promise<Page<GradableRow>> =>
  listIntegrationGradables(
    member.caller,
    integration.id,
    readListInput(new URLSearchParams({ sort: "name", per: "50" })),
  );

/** Returns the listed gradables and those that the rules already use. */
function toChoices(page: Page<GradableRow>, { rules }: LearningRuleDocument) {
  const usedGradables = rules.flatMap(({ requirements }) => requirements.map(({ gradable }) => gradable));
  const all: GradableChoice[] = [...page.rows.map(presentGradable), ...usedGradables];
  const choices = [...new Map(all.map((gradable) => [gradable.id, gradable])).values()];
  return { choices, more: page.total > page.rows.length };
}

function RulesHeader({ document, home }: { document: LearningRuleDocument; home: string }) {
  const { badge_template: template } = document;
  return (
    <div className="mb-8 flex items-center gap-4">
      <BadgeArt src={template.image_url} name="" size={72} className="size-18" />
      <div className="min-w-0">
        <h2 className="font-heading text-2xl leading-tight">
          <Link
            href={`${home}/badge_templates/${template.id}`}
            className="text-ink no-underline hover:underline"
          >
            {template.name}
          </Link>
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
          <TemplateState state={template.state} />
          <span>
            Badge number {template.learning_badge_id}{" "}
            <span className="text-ink-faint">(badge_id in the API)</span>
          </span>
        </p>
      </div>
    </div>
  );
}

export default async function RulePage(props: Props) {
  const { organization, learning_integration_id } = await props.params;
  const loading = loadIntegration({ organization, learning_integration_id });
  const [{ loaded, document }, gradables] = await Promise.all([
    loadFromProps(props),
    loading.then(listGradables),
  ]);
  const { member, integration, home } = loaded;
  const { caller } = member;
  if (!may(caller, "issued_badges", "write")) {
    return (
      <>
        <RulesHeader document={document} home={home} />
        <p className="max-w-prose">{document.desc || "No rules yet."}</p>
      </>
    );
  }
  const { choices, more } = toChoices(gradables, document);
  return (
    <>
      <RulesHeader document={document} home={home} />
      {choices.length === 0 ? (
        <EmptyState title="No gradables yet">
          You can create rules once the learning system has sent its gradables.
        </EmptyState>
      ) : (
        <RuleEditor
          target={{
            organizationId: caller.organizationId,
            integrationId: integration.id,
            badgeTemplateId: document.badge_template.id,
          }}
          home={home}
          document={document}
          gradables={choices}
          more={more}
        />
      )}
    </>
  );
}
