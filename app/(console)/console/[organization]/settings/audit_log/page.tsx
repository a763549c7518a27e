import { readListInput } from "@/lib/kernel/list/list-input";
import { joinNames } from "@/lib/kernel/names";
import type { Metadata } from "next";
import { cache, Suspense } from "react";
import { ChainPanel } from "@/components/console/audit/chain-panel";
import { entryColumns } from "@/components/console/audit/entry-columns";
import { EntryFilters, type ActorChoice } from "@/components/console/audit/entry-filters";
import { ACTION_GROUPS } from "@/components/console/audit/action-words";
import { SettingsTabs } from "@/components/console/organizations/settings-tabs";
import { ActiveFilter } from "@/components/ui/list/active-filter";
import { EmptyState } from "@/components/ui/list/empty-state";
import type { ListAddress } from "@/components/ui/list/list-address";
import { ListTable } from "@/components/ui/list/list-table";
import { PageHeader } from "@/components/ui/page/page-header";
import { presentAuditEntry } from "@/lib/access/audit/serializer";
import { listNamedAuditEntries } from "@/lib/access/audit/service";
import { presentChain } from "@/lib/oversight/audit-chain/serializer";
import { getAuditChain, listExportParts } from "@/lib/oversight/audit-chain/service";
import type { Caller } from "@/lib/access/callers/caller";
import { listMembers } from "@/lib/accounts/memberships/service";
import { requireConsoleMember } from "../../../../console-caller";
import {
  readChoice,
  csvHref,
  buildListAddress,
  readDay,
  readParameter,
  serviceQuery,
  type PageQuery,
} from "../../../../list-request";

export const metadata: Metadata = { title: "Audit log" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

const SORTS = ["occurred_at"];

/** Reads the id of an actor or a thing from the URL. Anything else is ignored. */
const readId = (value: string | string[] | undefined): string => {
  const text = readParameter(value);
  return /^[\w-]{1,64}$/.test(text) ? text : "";
};

/** Returns the members for the filter. Other actors can be selected in the table. */
async function loadActors(caller: Caller): Promise<ActorChoice[]> {
  const { rows } = await listMembers(caller, readListInput(new URLSearchParams()));
  return rows.map(({ userId, user }) => ({
    id: userId,
    name: joinNames(user.firstName, user.lastName) || (user.emails[0]?.email ?? userId),
  }));
}

/** The panel appears after the entries, whose number is not known before, so that it does not jump. */
async function LateChainPanel({ caller, after }: { caller: Caller; after: () => Promise<unknown> }) {
  // A failure is shown where the entries would be.
  const [state] = await Promise.all([getAuditChain(caller), after().catch(() => undefined)]);
  const parts = listExportParts(state).map((part) => ({
    ...part,
    href: `/v1/organizations/${caller.organizationId}/audit_chain/export?after=${part.from - 1}`,
  }));
  return (
    <div className="mt-10 max-w-4xl">
      <ChainPanel organizationId={caller.organizationId} chain={presentChain(state)} parts={parts} />
    </div>
  );
}

export default async function AuditLogPage({ params, searchParams }: Props) {
  const [{ organization: slug }, parameters] = await Promise.all([params, searchParams]);
  const { caller } = await requireConsoleMember(slug, { scope: "memberships" });
  const home = `/console/${slug}`;
  const filters = {
    action_group: readChoice(parameters.action_group, Object.keys(ACTION_GROUPS)),
    actor_id: readId(parameters.actor_id),
    subject_id: readId(parameters.subject_id),
    from: readDay(parameters.from),
    until: readDay(parameters.until),
  };
  const path = `${home}/settings/audit_log`;
  const buildColumns = (list: ListAddress) => entryColumns(home, list);
  const list = buildListAddress(path, parameters, {
    filters,
    sorts: SORTS,
    columns: buildColumns({ path, params: {} }),
  });
  const { from, until, ...rest } = filters;
  const query = serviceQuery(list, { ...rest, occurred_at_min: from, occurred_at_max: until });
  const loadEntries = cache(async () => listNamedAuditEntries(caller, readListInput(query)));
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Who changed what, when and from where. Entries cannot be edited, and a change in the database would be found."
      />
      <SettingsTabs home={home} current="/audit_log" />
      <EntryFilters list={list} actors={await loadActors(caller)} />
      {filters.subject_id ? (
        <ActiveFilter list={list} without={["subject_id"]}>
          Only entries about one thing: <code className="font-mono wrap-anywhere">{filters.subject_id}</code>
        </ActiveFilter>
      ) : null}
      <ListTable
        label="Audit log"
        list={list}
        load={loadEntries}
        present={(row) => ({ ...presentAuditEntry(row), subject_name: row.subjectName })}
        columns={buildColumns(list)}
        fallback="-occurred_at"
        noun={["entry", "entries"]}
        empty={<EmptyState title="No entries yet">Changes to your organization appear here.</EmptyState>}
        csv={csvHref(caller.organizationId, "audit_entries", query)}
      />
      <Suspense fallback={null}>
        <LateChainPanel caller={caller} after={loadEntries} />
      </Suspense>
    </>
  );
}
