"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import type { MemberInvitation } from "@/lib/memberships/schema";
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
    <div className="flex flex-wrap justify-end gap-1">
      <Button
        variant="quiet"
        size="small"
        busy={resend.isPending}
        aria-label={`Send the invitation of ${email} again`}
        onClick={() => resend.mutate(id, { onSuccess: done(`${email} gets a new mail.`) })}
      >
        Send again
      </Button>
      {mayWithdraw ? (
        <Button
          variant="quiet"
          size="small"
          aria-label={`Withdraw the invitation of ${email}`}
          onClick={() => ask(true)}
        >
          Withdraw…
        </Button>
      ) : null}
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
    </div>
  );
}
