"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/ui/overlay/toast";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { ConfirmDialog } from "@/components/ui/overlay/dialog";
import type { Employee } from "@/lib/workforce/employees/schema";
import { employeeName, isInvitable } from "./employee-words";
import { useDeleteEmployees, useInviteEmployees } from "./hooks";

type EmployeeActionsProps = {
  organizationId: string;
  home: string;
  employee: Employee;
  may: { write: boolean; remove: boolean };
};

function InviteButton({
  organizationId,
  employee,
}: Pick<EmployeeActionsProps, "organizationId" | "employee">) {
  const router = useRouter();
  const { mutate, isPending } = useInviteEmployees(organizationId);
  const send = () =>
    mutate(
      { emails: [employee.email] },
      {
        onSuccess: () => {
          toast.success(`Invitation sent to ${employee.email}.`);
          router.refresh();
        },
      },
    );
  return (
    <Button busy={isPending} onClick={send}>
      {employee.last_invitation_sent_at ? "Invite again" : "Invite"}
    </Button>
  );
}

function DeleteButton({ organizationId, home, employee }: Omit<EmployeeActionsProps, "may">) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const { mutate, isPending } = useDeleteEmployees(organizationId);
  const remove = () =>
    mutate([employee.id], {
      onSuccess: () => {
        toast.success(`${employeeName(employee)} deleted.`);
        router.push(`${home}/employees`);
        router.refresh();
      },
      onSettled: () => setOpen(false),
    });
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete…
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Delete ${employeeName(employee)}?`}
        description="This permanently deletes the record and its history. They keep their badges, but you can no longer see them."
        confirm="Delete employee"
        danger
        busy={isPending}
        onConfirm={remove}
      />
    </>
  );
}

/** The actions on an employee. */
export const EmployeeActions = (props: EmployeeActionsProps) => {
  const { home, employee, may } = props;
  return (
    <>
      {may.write && isInvitable(employee) ? <InviteButton {...props} /> : null}
      {may.write ? (
        <ButtonLink variant="secondary" href={`${home}/employees/${employee.id}/edit`}>
          Edit
        </ButtonLink>
      ) : null}
      {may.remove ? <DeleteButton {...props} /> : null}
    </>
  );
};
