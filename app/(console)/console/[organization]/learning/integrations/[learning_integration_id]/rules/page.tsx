import type { Metadata } from "next";
import { Suspense } from "react";
import { RuleList } from "@/components/learning/rule-list";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { ListAddress } from "@/components/ui/list-address";
import { ListSearch, ListToolbar } from "@/components/ui/list-controls";
import { Pagination, PastTheEnd } from "@/components/ui/pagination";
import { TableSkeleton } from "@/components/ui/skeleton";
import { listRuleDocuments } from "@/lib/learning/rules/documents";
import { presentDocument } from "@/lib/learning/rules/serializer";
import { may } from "../../../../../../console-caller";
import { pageNumber, searchText, verbQuery, type PageQuery } from "../../../../../../list-request";
import { loadIntegration, type IntegrationParams, type Loaded } from "../integration";

export const metadata: Metadata = { title: "Rules" };

type Props = { params: Promise<IntegrationParams>; searchParams: PageQuery };

const NewRule = ({ base }: { base: string }) => <ButtonLink href={`${base}/rules/new`}>New rule</ButtonLink>;

function Nothing({ list, loaded }: { list: ListAddress; loaded: Loaded }) {
  const { member, integration, base } = loaded;
  if (list.params.query) {
    const all = (
      <ButtonLink variant="secondary" href={list.path}>
        Show all rules
      </ButtonLink>
    );
    return <EmptyState title="No badge fits" action={all} />;
  }
  if (integration.gradables_count === 0) {
    return (
      <EmptyState title="Nothing is graded yet">
        A rule asks for grades, such as 60 points in an exam. Once the learning system has sent its gradables,
        rules can be written here.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No rules yet"
      action={may(member.caller, "issued_badges", "write") ? <NewRule base={base} /> : null}
    >
      A rule says which grades a student needs for a badge. You see who would qualify before anything is
      stored.
    </EmptyState>
  );
}

async function Rules({ list, loaded }: { list: ListAddress; loaded: Loaded }) {
  const { member, integration, base } = loaded;
  const page = await listRuleDocuments(member.caller, {
    params: { learning_integration_id: String(integration.id) },
    query: verbQuery(list, { name: list.params.query ?? "" }),
  });
  if (page.total === 0) return <Nothing list={list} loaded={loaded} />;
  if (page.rows.length === 0) return <PastTheEnd list={list} />;
  return (
    <>
      <RuleList documents={page.rows.map(presentDocument)} base={base} />
      <Pagination list={list} page={page} noun={page.total === 1 ? "badge" : "badges"} />
    </>
  );
}

export default async function RulesPage({ params, searchParams }: Props) {
  const [given, asked] = await Promise.all([params, searchParams]);
  const loaded = await loadIntegration(given, "/rules");
  const { member, integration, base } = loaded;
  const list: ListAddress = {
    path: `${base}/rules`,
    params: { query: searchText(asked.query), page: String(pageNumber(asked.page)) },
  };
  const canWrite = may(member.caller, "issued_badges", "write") && integration.gradables_count > 0;
  return (
    <>
      <h2 className="sr-only">Rules</h2>
      <ListToolbar>
        <ListSearch list={list} label="Search by badge" />
        {canWrite ? <NewRule base={base} /> : null}
      </ListToolbar>
      <Suspense key={JSON.stringify(list.params)} fallback={<TableSkeleton rows={4} art />}>
        <Rules list={list} loaded={loaded} />
      </Suspense>
    </>
  );
}
