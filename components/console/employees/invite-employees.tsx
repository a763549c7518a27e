"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/ui/overlay/toast";
import { Button } from "@/components/ui/button";
import { Fieldset, Radio } from "@/components/ui/form/choice";
import { Dialog } from "@/components/ui/overlay/dialog";
import { DialogCancel } from "@/components/ui/overlay/dialog-cancel";
import type { EmployeeCounts } from "@/lib/workforce/employees/schema";
import { useInviteEmployees, type InvitationRecipients } from "./hooks";

type RecipientGroup = {
  key: string;
  label: string;
  hint: string;
  invited: InvitationRecipients;
  countPeople: (counts: EmployeeCounts) => number;
};

const RECIPIENT_GROUPS: RecipientGroup[] = [
  {
    key: "new",
    label: "Not yet invited",
    hint: "Employees who have not been sent an invitation.",
    invited: { statuses: ["created"], never_invited: true },
    countPeople: ({ uninvited }) => uninvited,
  },
  {
    key: "unconnected",
    label: "No response yet",
    hint: "Includes employees who were invited before.",
    invited: { statuses: ["created", "pending"] },
    countPeople: ({ created, pending }) => created + pending,
  },
  {
    key: "declined",
    label: "Declined",
    hint: "They are asked again the next time they sign in.",
    invited: { statuses: ["rejected"] },
    countPeople: ({ rejected }) => rejected,
  },
];

const formatPeople = (count: number): string =>
  `${count.toLocaleString("en")} ${count === 1 ? "person" : "people"}`;

type InviteEmployeesProps = { organizationId: string; counts: EmployeeCounts };

/** Invites employees by the state of their connection. Shows how many people each choice includes. */
export function InviteEmployees({ organizationId, counts }: InviteEmployeesProps) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [key, setKey] = useState("new");
  const { mutate, isPending } = useInviteEmployees(organizationId);
  const group = RECIPIENT_GROUPS.find((one) => one.key === key);
  const count = group?.countPeople(counts) ?? 0;
  const send = () =>
    group &&
    mutate(group.invited, {
      onSuccess: () => toast.success(`Invitations sent to ${formatPeople(count)}.`),
      onSettled: () => {
        setOpen(false);
        router.refresh();
      },
    });
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Invite employees…
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Invite employees"
        description="Each person gets an e-mail asking them to connect. They decide what to share."
      >
        <Fieldset legend="Who to invite">
          <div className="flex flex-col gap-3">
            {RECIPIENT_GROUPS.map((one) => (
              <Radio
                key={one.key}
                name="way"
                value={one.key}
                checked={one.key === key}
                onChange={() => setKey(one.key)}
                label={`${one.label} (${one.countPeople(counts).toLocaleString("en")})`}
                hint={one.hint}
              />
            ))}
          </div>
        </Fieldset>
        <div className="mt-6 flex flex-wrap items-center justify-end gap-3">
          <DialogCancel />
          {count > 0 ? (
            <Button busy={isPending} onClick={send}>
              Invite {formatPeople(count)}
            </Button>
          ) : (
            <p className="text-sm text-ink-faint">No employees in this group.</p>
          )}
        </div>
      </Dialog>
    </>
  );
}
