"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { onDemand } from "@/components/on-demand";
import { PeekArea, usePeek } from "@/components/ui/overlay/peek";
import { toast } from "@/components/ui/overlay/toast";
import { Button, buttonClass } from "@/components/ui/button";
import { DataTable, rowActions, type Column } from "@/components/ui/list/data-table";
import { ConfirmDialog } from "@/components/ui/overlay/dialog";
import type { ListAddress } from "@/components/ui/list/list-address";
import type { Employee } from "@/lib/workforce/employees/schema";
import { employeeColumns } from "./employee-columns";
import { employeeName, isInvitable } from "./employee-words";
import { useDeleteEmployees, useInviteEmployees } from "./hooks";
import { Ellipsis } from "lucide-react";
import { Menu, MenuItem, MenuLink } from "@/components/ui/overlay/menu";

/** The actions on an employee, at the end of the row. */
function EmployeeRowMenu({ home, employee }: { home: string; employee: Employee }) {
  const peek = usePeek();
  return (
    <Menu
      label={`Actions on ${employeeName(employee)}`}
      align="end"
      triggerClass={buttonClass({ variant: "quiet", size: "smallIcon" })}
      trigger={<Ellipsis className="size-4.5" aria-hidden="true" />}
    >
      <MenuItem onSelect={() => peek(employee.id)}>Quick view</MenuItem>
      <MenuLink href={`${home}/employees/${employee.id}`}>Open page</MenuLink>
    </Menu>
  );
}

const employeePeek = onDemand(() => import("./employee-peek"));

const formatPeople = (count: number): string => (count === 1 ? "1 person" : `${count} people`);

const CHECKBOX = "size-4.5 accent-accent";

/** The column of checkboxes that select rows. */
const selectionColumn = (chosen: ReadonlySet<string>, toggle: (id: string) => void): Column<Employee> => ({
  key: "choice",
  label: "Select",
  isFixed: true,
  isHeadHidden: true,
  className: "w-px",
  cell: (employee) => (
    <label className="-m-2 flex size-9 items-center justify-center">
      <span className="sr-only">Select {employeeName(employee)}</span>
      <input
        type="checkbox"
        checked={chosen.has(employee.id)}
        onChange={() => toggle(employee.id)}
        className={CHECKBOX}
      />
    </label>
  ),
});

const describePeople = (what: string, people: Employee[]): string[] =>
  people.length === 0 ? [] : [`${what}: ${people.map(employeeName).join(", ")}.`];

/** Returns the toast after inviting several people. */
function invitationMessage(invited: Employee[]): { title: string; description?: string } {
  const toInvite = invited.filter(isInvitable);
  const inactive = invited.filter(({ deactivated_at: at }) => at);
  const connected = invited.filter((one) => !isInvitable(one) && !one.deactivated_at);
  const title =
    toInvite.length > 0 ? `Invitations sent to ${formatPeople(toInvite.length)}.` : "No invitations needed.";
  const reasons = [
    ...describePeople("Already connected", connected),
    ...describePeople("Inactive, not invited", inactive),
  ];
  return reasons.length === 0 ? { title } : { title, description: reasons.join(" ") };
}

function useSelectionActions(organizationId: string, chosen: Employee[], done: () => void) {
  const router = useRouter();
  const invite = useInviteEmployees(organizationId);
  const remove = useDeleteEmployees(organizationId);
  const refresh = () => router.refresh();
  const finish = (title: string, description?: string) => {
    toast.success(title, description ? { description } : {});
    done();
  };
  return {
    isBusy: invite.isPending || remove.isPending,
    invite: () => {
      const { title, description } = invitationMessage(chosen);
      invite.mutate(
        { emails: chosen.map(({ email }) => email) },
        { onSuccess: () => finish(title, description), onSettled: refresh },
      );
    },
    remove: () =>
      remove.mutate(
        chosen.map(({ id }) => id),
        {
          onSuccess: (count) => finish(`${formatPeople(count)} deleted.`),
          onSettled: () => {
            refresh();
            done();
          },
        },
      ),
  };
}

type SelectionBarProps = {
  organizationId: string;
  rows: Employee[];
  chosen: Employee[];
  may: { write: boolean; remove: boolean };
  onChoose: (ids: string[]) => void;
};

/** The actions on the selected employees. */
function SelectionBar({ organizationId, rows, chosen, may, onChoose }: SelectionBarProps) {
  const [isConfirming, setConfirming] = useState(false);
  const clear = () => {
    setConfirming(false);
    onChoose([]);
  };
  const { isBusy, invite, remove } = useSelectionActions(organizationId, chosen, clear);
  const isAll = chosen.length === rows.length;
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-1.5 text-sm">
      <label className="flex min-h-9 items-center gap-3">
        <input
          type="checkbox"
          checked={isAll}
          onChange={() => onChoose(isAll ? [] : rows.map(({ id }) => id))}
          className={CHECKBOX}
        />{" "}
        Select all on this page{" "}
      </label>
      <p role="status" className="text-ink-soft tabular-nums">
        {chosen.length > 0 ? `${formatPeople(chosen.length)} selected` : ""}
      </p>
      {chosen.length > 0 ? (
        <div className="ms-auto flex flex-wrap gap-2">
          {may.write ? (
            <Button size="small" variant="secondary" busy={isBusy} onClick={invite}>
              Invite
            </Button>
          ) : null}
          {may.remove ? (
            <Button size="small" variant="danger" busy={isBusy} onClick={() => setConfirming(true)}>
              Delete…
            </Button>
          ) : null}
        </div>
      ) : null}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`Delete ${formatPeople(chosen.length)}?`}
        description="This permanently deletes their records and history. They keep their badges, but you can no longer see them."
        confirm={`Delete ${formatPeople(chosen.length)}`}
        danger
        busy={isBusy}
        onConfirm={remove}
      />
    </div>
  );
}

type EmployeeTableProps = {
  organizationId: string;
  home: string;
  list: ListAddress;
  employees: Employee[];
  may: { write: boolean; remove: boolean };
};

/** The employee list. Several employees can be invited or deleted together. */
export function EmployeeTable({ organizationId, home, list, employees, may }: EmployeeTableProps) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  // The page may list other people after a change. People no longer listed are no longer selected.
  const chosen = employees.filter(({ id }) => ids.has(id));
  const toggle = (id: string) => {
    const next = new Set(chosen.map((one) => one.id));
    if (!next.delete(id)) next.add(id);
    setIds(next);
  };
  const columns = [
    ...employeeColumns(home),
    rowActions<Employee>((employee) => <EmployeeRowMenu home={home} employee={employee} />),
  ];
  const canChoose = may.write || may.remove;
  return (
    <>
      {canChoose ? (
        <SelectionBar
          organizationId={organizationId}
          rows={employees}
          chosen={chosen}
          may={may}
          onChoose={(all) => setIds(new Set(all))}
        />
      ) : null}
      <PeekArea
        ids={employees.map(({ id }) => id)}
        pages={`${home}/employees`}
        noun="employee"
        content={employeePeek}
        panel={({ EmployeePeek }, id) => (
          <EmployeePeek organizationId={organizationId} home={home} id={id} canEdit={may.write} />
        )}
      >
        <DataTable
          label="Employees"
          columns={
            canChoose ? [selectionColumn(new Set(chosen.map(({ id }) => id)), toggle), ...columns] : columns
          }
          rows={employees}
          rowKey={({ id }) => id}
          list={list}
          fallback="-created_at"
        />
      </PeekArea>
    </>
  );
}
