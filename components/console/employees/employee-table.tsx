"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/ui/toast";
import { Button } from "@/components/ui/button";
import { DataTable, type Column } from "@/components/ui/data-table";
import { ConfirmDialog } from "@/components/ui/dialog";
import type { ListAddress } from "@/components/ui/list-address";
import type { Employee } from "@/lib/workforce/employees/schema";
import { employeeColumns } from "./employee-columns";
import { nameOf } from "./employee-words";
import { useDeleteEmployees, useInvite } from "./hooks";

const people = (count: number): string => (count === 1 ? "1 person" : `${count} people`);

const BOX = "size-4.5 accent-accent";

/** The column of checkboxes that select rows. */
const choiceColumn = (chosen: ReadonlySet<string>, toggle: (id: string) => void): Column<Employee> => ({
  key: "choice",
  label: "Select",
  isFixed: true,
  isHeadHidden: true,
  className: "w-px",
  cell: (employee) => (
    <label className="-m-2 flex size-9 items-center justify-center">
      <span className="sr-only">Select {nameOf(employee)}</span>
      <input
        type="checkbox"
        checked={chosen.has(employee.id)}
        onChange={() => toggle(employee.id)}
        className={BOX}
      />
    </label>
  ),
});

/** Returns the toast after inviting several people. */
function saidOf(invited: Employee[]): { title: string; description?: string } {
  const asked = invited.filter(({ employee_state: state }) => state !== "accepted");
  const connected = invited.filter(({ employee_state: state }) => state === "accepted");
  const title = asked.length > 0 ? `Invitations sent to ${people(asked.length)}.` : "No invitations needed.";
  if (connected.length === 0) return { title };
  return { title, description: `Already connected: ${connected.map(nameOf).join(", ")}.` };
}

function useActions(organizationId: string, chosen: Employee[], done: () => void) {
  const router = useRouter();
  const invite = useInvite(organizationId);
  const remove = useDeleteEmployees(organizationId);
  const refresh = () => router.refresh();
  const settle = (title: string, description?: string) => {
    toast.success(title, description ? { description } : {});
    done();
  };
  return {
    isBusy: invite.isPending || remove.isPending,
    invite: () => {
      const { title, description } = saidOf(chosen);
      invite.mutate(
        { emails: chosen.map(({ email }) => email) },
        { onSuccess: () => settle(title, description), onSettled: refresh },
      );
    },
    remove: () =>
      remove.mutate(
        chosen.map(({ id }) => id),
        {
          onSuccess: (count) => settle(`${people(count)} deleted.`),
          onSettled: () => {
            refresh();
            done();
          },
        },
      ),
  };
}

type BarProps = {
  organizationId: string;
  rows: Employee[];
  chosen: Employee[];
  may: { write: boolean; remove: boolean };
  onChoose: (ids: string[]) => void;
};

/** The actions on the selected employees. */
function SelectionBar({ organizationId, rows, chosen, may, onChoose }: BarProps) {
  const [isAsking, ask] = useState(false);
  const clear = () => {
    ask(false);
    onChoose([]);
  };
  const { isBusy, invite, remove } = useActions(organizationId, chosen, clear);
  const isAll = chosen.length === rows.length;
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-1.5 text-sm">
      <label className="flex min-h-9 items-center gap-3">
        <input
          type="checkbox"
          checked={isAll}
          onChange={() => onChoose(isAll ? [] : rows.map(({ id }) => id))}
          className={BOX}
        />{" "}
        Select all on this page{" "}
      </label>
      <p role="status" className="text-ink-soft tabular-nums">
        {chosen.length > 0 ? `${people(chosen.length)} selected` : ""}
      </p>
      {chosen.length > 0 ? (
        <div className="ms-auto flex flex-wrap gap-2">
          {may.write ? (
            <Button size="small" variant="secondary" busy={isBusy} onClick={invite}>
              Invite
            </Button>
          ) : null}
          {may.remove ? (
            <Button size="small" variant="danger" busy={isBusy} onClick={() => ask(true)}>
              Delete…
            </Button>
          ) : null}
        </div>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={ask}
        title={`Delete ${people(chosen.length)}?`}
        description="This permanently deletes their records and history. They keep their badges, but you can no longer see them."
        confirm={`Delete ${people(chosen.length)}`}
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
  const columns = employeeColumns(home);
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
      <DataTable
        label="Employees"
        columns={
          canChoose ? [choiceColumn(new Set(chosen.map(({ id }) => id)), toggle), ...columns] : columns
        }
        rows={employees}
        keyOf={({ id }) => id}
        list={list}
        fallback="-created_at"
      />
    </>
  );
}
