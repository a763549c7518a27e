"use client";

import { Ellipsis } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/ui/toast";
import { buttonClass } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { MemberInvitation } from "@/lib/identity/memberships/schema";
import { useResend, useWithdraw } from "./hooks";

type InvitationActionsProps = { organizationId: string; invitation: MemberInvitation; mayWithdraw: boolean };

/** Resends or withdraws an invitation. */
export function InvitationActions({ organizationId, invitation, mayWithdraw }: InvitationActionsProps) {
  const router = useRouter();
  const [isAsked, ask] = useState(false);
  const { id, email } = invitation;
  const resend = useResend(organizationId);
  const withdraw = useWithdraw(organizationId);
  const done = (said: string) => () => {
    toast.success(said);
    router.refresh();
  };
  return (
    <>
      <Menu
        label={`Actions for the invitation to ${email}`}
        align="end"
        triggerClass={buttonClass({ variant: "quiet", size: "smallIcon" })}
        trigger={<Ellipsis className="size-4.5" aria-hidden="true" />}
      >
        <MenuItem onSelect={() => resend.mutate(id, { onSuccess: done(`Invitation resent to ${email}.`) })}>
          {" "}
          Resend{" "}
        </MenuItem>
        {mayWithdraw ? (
          <MenuItem danger onSelect={() => ask(true)}>
            Withdraw…
          </MenuItem>
        ) : null}
      </Menu>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={ask}
        title={`Withdraw the invitation to ${email}?`}
        description="The link in the e-mail stops working. You can invite them again later."
        confirm="Withdraw invitation"
        danger
        busy={withdraw.isPending}
        onConfirm={() =>
          withdraw.mutate(id, {
            onSuccess: done("Invitation withdrawn."),
            onSettled: () => ask(false),
          })
        }
      />
    </>
  );
}
