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

/** Sends the mail of an invitation anew, or withdraws it. */
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
        label={`Actions for the invitation of ${email}`}
        align="end"
        triggerClass={buttonClass({ variant: "quiet", size: "smallIcon" })}
        trigger={<Ellipsis className="size-4.5" aria-hidden="true" />}
      >
        <MenuItem onSelect={() => resend.mutate(id, { onSuccess: done(`${email} gets a new mail.`) })}>
          Send again
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
        title={`Withdraw the invitation of ${email}?`}
        description="The link in their mail holds no longer, and its page says so. You can invite them again."
        confirm="Withdraw"
        danger
        busy={withdraw.isPending}
        onConfirm={() =>
          withdraw.mutate(id, {
            onSuccess: done("The invitation is withdrawn."),
            onSettled: () => ask(false),
          })
        }
      />
    </>
  );
}
