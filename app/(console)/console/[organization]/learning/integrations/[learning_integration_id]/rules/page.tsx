import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { RuleList } from "@/components/console/learning/rule-list";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/list/empty-state";
import { ListSearch, ListToolbar } from "@/components/ui/list/list-controls";
import { ListView } from "@/components/ui/list/list-view";
import { listRuleDocuments } from "@/lib/learning/rules/organization-service";
import { presentRuleDocument } from "@/lib/learning/rules/serializer";
import { may } from "../../../../../../console-caller";
import {
  csvHref,
  buildListAddress,
  readSearchText,
  serviceQuery,
  type PageQuery,
} from "../../../../../../list-request";
import { loadIntegration, type IntegrationParams, type LoadedIntegration } from "../integration";

export const metadata: Metadata = { title: "Rules" };

type Props = { params: Promise<IntegrationParams>; searchParams: PageQuery };

const NewRule = ({ base }: { base: string }) => <ButtonLink href={`${base}/rules/new`}>New rule</ButtonLink>;

function NoRules({ loaded }: { loaded: LoadedIntegration }) {
  const { member, integration, base } = loaded;
  if (integration.gradables_count === 0) {
    return (
      <EmptyState title="No gradables yet">
        A rule sets the grades that earn a badge, such as 60 points in an exam. You can create rules once the
        learning system has sent its gradables.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No rules yet"
      action={may(member.caller, "issued_badges", "write") ? <NewRule base={base} /> : null}
    >
      A rule sets the grades that earn a badge. You see who would qualify before you save it.
    </EmptyState>
  );
}

export default async function RulesPage({ params, searchParams }: Props) {
  const [routeParams, search] = await Promise.all([params, searchParams]);
  const loaded = await loadIntegration(routeParams);
  const { member, integration, base } = loaded;
  const list = buildListAddress(`${base}/rules`, search, {
    filters: { query: readSearchText(search.query) },
  });
  const query = serviceQuery(list, { name: list.params.query ?? "" });
  const learning_integration_id = String(integration.id);
  const canWrite = may(member.caller, "issued_badges", "write") && integration.gradables_count > 0;
  return (
    <>
      <h2 className="sr-only">Rules</h2>
      <ListToolbar>
        <ListSearch list={list} label="Search by badge" />
        {canWrite ? <NewRule base={base} /> : null}
      </ListToolbar>
      <ListView
        list={list}
        load={() => listRuleDocuments(member.caller, Number(learning_integration_id), readListInput(query))}
        noun={["badge", "badges"]}
        empty={<NoRules loaded={loaded} />}
        csv={csvHref(
          member.caller.organizationId,
          `learning_integrations/${learning_integration_id}/rules`,
          query,
        )}
      >
        {(rows) => <RuleList documents={rows.map(presentRuleDocument)} base={base} />}
      </ListView>
    </>
  );
}
