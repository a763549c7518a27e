import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { InviteMember } from "@/components/console/memberships/invite-member";
import { memberColumns } from "@/components/console/memberships/member-columns";
import { RoleList } from "@/components/console/memberships/role-list";
import { SettingsTabs } from "@/components/console/organizations/settings-tabs";
import { FilterTabs, ListSearch, ListToolbar } from "@/components/ui/list/list-controls";
import { ListTable } from "@/components/ui/list/list-table";
import { PageHeader } from "@/components/ui/page/page-header";
import { MEMBER_ROLES } from "@/lib/access/callers/choices";
import { presentMember } from "@/lib/accounts/memberships/serializer";
import { listMembers } from "@/lib/accounts/memberships/service";
import { requireConsoleMember, may } from "../../../../console-caller";
import {
  readChoice,
  csvHref,
  buildListAddress,
  readSearchText,
  readParameter,
  serviceQuery,
  type PageQuery,
} from "../../../../list-request";

export const metadata: Metadata = { title: "Members" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

const SORTS = ["last_name", "role", "created_at"];

const ROLES = [
  { value: "", label: "All" },
  { value: "administrator", label: "Administrators" },
  { value: "issuer", label: "Issuers" },
  { value: "viewer", label: "Viewers" },
];

export default async function MembersPage({ params, searchParams }: Props) {
  const [{ organization: slug }, parameters] = await Promise.all([params, searchParams]);
  const { caller, person } = await requireConsoleMember(slug, { scope: "memberships" });
  const home = `/console/${slug}`;
  const { organizationId } = caller;
  const rights = {
    change: may(caller, "memberships", "write"),
    remove: may(caller, "memberships", "delete"),
  };
  const columns = memberColumns({ home, organizationId, selfId: person.id, may: rights });
  const [search, role] = [readSearchText(parameters.query), readChoice(parameters.role, MEMBER_ROLES)];
  const list = buildListAddress(`${home}/settings/members`, parameters, {
    filters: { query: search, role },
    sorts: SORTS,
    columns,
  });
  const query = serviceQuery(list, { name_or_email: search, role });
  return (
    <>
      <PageHeader
        title="Members"
        description="People in your organization and their roles."
        actions={
          may(caller, "invitations", "write") ? (
            <InviteMember
              // The key opens the dialog when `?invite=1` appears in the URL.
              key={readParameter(parameters.invite)}
              organizationId={organizationId}
              startsOpen={readParameter(parameters.invite) === "1"}
            />
          ) : null
        }
      />
      <SettingsTabs home={home} current="/members" />
      <ListToolbar>
        <ListSearch list={list} label="Search by name or e-mail address" />
        <FilterTabs list={list} name="role" label="Role" options={ROLES} />
      </ListToolbar>
      <ListTable
        label="Members"
        list={list}
        load={() => listMembers(caller, readListInput(query))}
        present={presentMember}
        columns={columns}
        fallback="last_name"
        noun={["member", "members"]}
        empty={null}
        csv={csvHref(organizationId, "members", query)}
      />
      <RoleList />
    </>
  );
}
