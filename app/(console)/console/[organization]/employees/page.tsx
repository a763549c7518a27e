import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { employeeColumns } from "@/components/console/employees/employee-columns";
import { EmployeeTable } from "@/components/console/employees/employee-table";
import { CONNECTION_STATES } from "@/components/console/employees/employee-words";
import { InviteEmployees } from "@/components/console/employees/invite-employees";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/list/empty-state";
import type { ListAddress } from "@/components/ui/list/list-address";
import { FilterTabs, ListSearch, ListToolbar } from "@/components/ui/list/list-controls";
import { ListView } from "@/components/ui/list/list-view";
import { PageHeader } from "@/components/ui/page/page-header";
import { LEVELS } from "@/lib/organizations/badge-facts/choices";
import { EMPLOYEE_STATES } from "@/lib/workforce/employees/schema";
import { presentEmployee } from "@/lib/workforce/employees/serializer";
import { countEmployeesByState, listEmployees } from "@/lib/workforce/employees/service";
import type { Caller } from "@/lib/access/callers/caller";
import { may, type ConsoleMember } from "../../../console-caller";
import { ListViews } from "../../../list-views";
import {
  readChoice,
  csvHref,
  buildListAddress,
  readSearchText,
  serviceQuery,
  type PageQuery,
} from "../../../list-request";
import { requireWorkforceMember, WorkforceOff } from "./workforce";

export const metadata: Metadata = { title: "Employees" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

const SORTS = ["created_at", "email", "first_name", "last_name"];
const STATUSES = [
  { value: "", label: "Active and inactive" },
  { value: "true", label: "Active" },
  { value: "false", label: "Inactive" },
];
const STATES = [
  { value: "", label: "All" },
  ...EMPLOYEE_STATES.map((value) => ({ value, label: CONNECTION_STATES[value].label })),
];
const BADGE_LEVELS = [
  { value: "", label: "Any badge level" },
  ...LEVELS.map((value) => ({ value, label: value })),
];

type SearchParameters = Awaited<PageQuery>;

/** Returns the list for a URL, with the query for the service. */
function readList(home: string, parameters: SearchParameters): { list: ListAddress; query: URLSearchParams } {
  const filters = {
    query: readSearchText(parameters.query),
    active: readChoice(parameters.active, ["true", "false"]),
    employee_state: readChoice(parameters.employee_state, EMPLOYEE_STATES),
    badge_level: readChoice(parameters.badge_level, LEVELS),
  };
  const list = buildListAddress(`${home}/employees`, parameters, {
    filters,
    sorts: SORTS,
    columns: employeeColumns(home),
    hasViews: true,
  });
  const { query: name_or_email, ...others } = filters;
  return { list, query: serviceQuery(list, { name_or_email, ...others }) };
}

const Filters = ({ list, caller }: { list: ListAddress; caller: Caller }) => (
  <ListToolbar>
    <div className="flex flex-col gap-2">
      <FilterTabs list={list} name="active" label="Status" options={STATUSES} />
      <FilterTabs list={list} name="employee_state" label="Connection" options={STATES} />
      <FilterTabs list={list} name="badge_level" label="Badge level" options={BADGE_LEVELS} />
    </div>
    <div className="flex flex-1 flex-wrap items-start justify-end gap-2">
      <div className="flex basis-full justify-end sm:basis-auto sm:grow">
        <ListSearch list={list} label="Search by name or e-mail address" />
      </div>
      <ListViews caller={caller} list="employees" address={list} />
    </div>
  </ListToolbar>
);

const NoEmployees = ({ action }: { action: ReactNode }) => (
  <EmptyState title="No employees yet" action={action}>
    Add employees one by one or from a CSV file, then invite them to connect. Connected employees share their
    badges with you.
  </EmptyState>
);

function AddButtons({ home }: { home: string }) {
  return (
    <>
      <ButtonLink variant="secondary" href={`${home}/employees/import`}>
        Upload CSV
      </ButtonLink>
      <ButtonLink href={`${home}/employees/new`}>Add employee</ButtonLink>
    </>
  );
}

async function Actions({ home, member: { caller } }: { home: string; member: ConsoleMember }) {
  if (!may(caller, "workforce", "write")) return null;
  const counts = await countEmployeesByState(caller);
  const isEmpty = EMPLOYEE_STATES.every((state) => counts[state] === 0);
  return (
    <>
      {isEmpty ? null : <InviteEmployees organizationId={caller.organizationId} counts={counts} />}
      <AddButtons home={home} />
    </>
  );
}

export default async function EmployeesPage({ params, searchParams }: Props) {
  const [{ organization: slug }, parameters] = await Promise.all([params, searchParams]);
  const { member, isOn } = await requireWorkforceMember(slug);
  if (!isOn) return <WorkforceOff slug={slug} />;
  const { caller } = member;
  const { organizationId } = caller;
  const home = `/console/${slug}`;
  const { list, query } = readList(home, parameters);
  const rights = { write: may(caller, "workforce", "write"), remove: may(caller, "workforce", "delete") };
  return (
    <>
      <PageHeader
        title="Employees"
        description="Your employees and the badges they share with you."
        actions={<Actions home={home} member={member} />}
      />
      <Filters list={list} caller={caller} />
      <ListView
        list={list}
        load={() => listEmployees(caller, readListInput(query))}
        columns={employeeColumns(home)}
        noun={["employee", "employees"]}
        empty={
          <NoEmployees
            action={
              rights.write ? (
                <div className="flex flex-wrap gap-2">
                  <AddButtons home={home} />
                </div>
              ) : null
            }
          />
        }
        csv={csvHref(organizationId, "employees", query)}
      >
        {(rows) => (
          <EmployeeTable
            organizationId={organizationId}
            home={home}
            list={list}
            employees={rows.map(presentEmployee)}
            may={rights}
          />
        )}
      </ListView>
    </>
  );
}
