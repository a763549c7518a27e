"use client";

import { Ellipsis } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/ui/overlay/toast";
import { buttonClass } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/overlay/dialog";
import { Menu, MenuItem } from "@/components/ui/overlay/menu";
import type { MemberInvitation } from "@/lib/accounts/memberships/schema";
import { useResendInvitation, useWithdrawInvitation } from "./hooks";

type InvitationActionsProps = { organizationId: string; invitation: MemberInvitation; mayWithdraw: boolean };

/** Resends or withdraws an invitation. */
export function InvitationActions({ organizationId, invitation, mayWithdraw }: InvitationActionsProps) {
  const router = useRouter();
  const [isConfirming, setConfirming] = useState(false);
  const { id, email } = invitation;
  const resend = useResendInvitation(organizationId);
  const withdraw = useWithdrawInvitation(organizationId);
  const announce = (message: string) => () => {
    toast.success(message);
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
        <MenuItem
          onSelect={() => resend.mutate(id, { onSuccess: announce(`Invitation resent to ${email}.`) })}
        >
          {" "}
          Resend{" "}
        </MenuItem>
        {mayWithdraw ? (
          <MenuItem danger onSelect={() => setConfirming(true)}>
            Withdraw…
          </MenuItem>
        ) : null}
      </Menu>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`Withdraw the invitation to ${email}?`}
        description="The link in the e-mail stops working. You can invite them again later."
        confirm="Withdraw invitation"
        danger
        busy={withdraw.isPending}
        onConfirm={() =>
          withdraw.mutate(id, {
            onSuccess: announce("Invitation withdrawn."),
            onSettled: () => setConfirming(false),
          })
        }
      />
    </>
  );
}
