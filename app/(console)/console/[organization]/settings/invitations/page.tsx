import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { InviteMember } from "@/components/console/memberships/invite-member";
import { invitationColumns } from "@/components/console/memberships/invitation-columns";
import { SettingsTabs } from "@/components/console/organizations/settings-tabs";
import { EmptyState } from "@/components/ui/list/empty-state";
import { FilterTabs, ListSearch, ListToolbar } from "@/components/ui/list/list-controls";
import { ListTable } from "@/components/ui/list/list-table";
import { PageHeader } from "@/components/ui/page/page-header";
import { listMemberInvitations } from "@/lib/accounts/memberships/invitations";
import { INVITATION_STATES } from "@/lib/accounts/memberships/schema";
import { presentInvitation } from "@/lib/accounts/memberships/serializer";
import { requireConsoleMember, may } from "../../../../console-caller";
import {
  readChoice,
  csvHref,
  buildListAddress,
  readSearchText,
  serviceQuery,
  type PageQuery,
} from "../../../../list-request";

export const metadata: Metadata = { title: "Invitations" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

const SORTS = ["email", "created_at", "expires_at"];

const STATES = [
  { value: "", label: "All" },
  { value: "pending", label: "Pending" },
  { value: "expired", label: "Expired" },
  { value: "accepted", label: "Accepted" },
  { value: "withdrawn", label: "Withdrawn" },
];

export default async function InvitationsPage({ params, searchParams }: Props) {
  const [{ organization: slug }, parameters] = await Promise.all([params, searchParams]);
  const { caller } = await requireConsoleMember(slug, { scope: "invitations" });
  const home = `/console/${slug}`;
  const { organizationId } = caller;
  const rights = {
    send: may(caller, "invitations", "write"),
    withdraw: may(caller, "invitations", "delete"),
  };
  const columns = invitationColumns({ organizationId, may: rights });
  const [search, state] = [readSearchText(parameters.query), readChoice(parameters.state, INVITATION_STATES)];
  const list = buildListAddress(`${home}/settings/invitations`, parameters, {
    filters: { query: search, state },
    sorts: SORTS,
    columns,
  });
  const query = serviceQuery(list, { email: search, state });
  const invite = rights.send ? <InviteMember organizationId={organizationId} /> : null;
  return (
    <>
      <PageHeader
        title="Invitations"
        description="People invited to join. Links expire after 7 days and work once."
        actions={invite}
      />
      <SettingsTabs home={home} current="/invitations" />
      <ListToolbar>
        <ListSearch list={list} label="Search by e-mail address" />
        <FilterTabs list={list} name="state" label="State" options={STATES} />
      </ListToolbar>
      <ListTable
        label="Invitations"
        list={list}
        load={() => listMemberInvitations(caller, readListInput(query))}
        present={presentInvitation}
        columns={columns}
        fallback="-created_at"
        noun={["invitation", "invitations"]}
        empty={
          <EmptyState title="No invitations yet" action={invite}>
            Invite colleagues by e-mail and choose their role.
          </EmptyState>
        }
        csv={csvHref(organizationId, "invitations", query)}
      />
    </>
  );
}
