"use client";

import { Ellipsis } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/ui/toast";
import { Button, buttonClass } from "@/components/ui/button";
import { Menu, MenuItem, MenuLink } from "@/components/ui/menu";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import { BadgeDialogs, type BadgeDialogKind } from "./badge-dialogs";
import { useResendMail } from "./hooks";

type BadgeActionsProps = {
  organizationId: string;
  home: string;
  badge: Pick<IssuedBadge, "id" | "state" | "recipient_email" | "suppress_badge_notification_email">;
  canDelete: boolean;
};

const REVOCABLE_STATES = new Set<IssuedBadge["state"]>(["pending", "accepted"]);

/** Shows the actions that the state of an issued badge allows. */
export function BadgeActions(props: BadgeActionsProps) {
  const { organizationId, home, badge, canDelete } = props;
  const router = useRouter();
  const [openDialog, setOpenDialog] = useState<BadgeDialogKind>(null);
  const { mutate: resend, isPending } = useResendMail(organizationId);
  const canResend = badge.state === "pending";
  const canReplace = badge.state !== "replaced";
  const resendMail = () =>
    resend(badge.id, {
      onSuccess: ({ recipient_email }) => {
        toast.success(`Sending an e-mail to ${recipient_email}.`);
        router.refresh();
      },
    });
  return (
    <>
      {canResend ? (
        <>
          <Button variant="secondary" busy={isPending} onClick={resendMail}>
            Resend e-mail
          </Button>
          <Button variant="secondary" onClick={() => setOpenDialog("recipient")}>
            Change e-mail address…
          </Button>
        </>
      ) : null}
      {canReplace || canDelete ? (
        <Menu
          label="More actions"
          align="end"
          triggerClass={buttonClass({ variant: "secondary", size: "mediumIcon" })}
          trigger={<Ellipsis className="size-4.5" aria-hidden="true" />}
        >
          {canReplace ? (
            <MenuLink href={`${home}/issued_badges/${badge.id}/replace`}>Replace badge…</MenuLink>
          ) : null}
          {REVOCABLE_STATES.has(badge.state) ? (
            <MenuItem danger onSelect={() => setOpenDialog("revoke")}>
              Revoke badge…
            </MenuItem>
          ) : null}
          {canDelete ? (
            <MenuItem danger onSelect={() => setOpenDialog("delete")}>
              Delete badge…
            </MenuItem>
          ) : null}
        </Menu>
      ) : null}
      <BadgeDialogs
        organizationId={organizationId}
        home={home}
        badge={badge}
        openDialog={openDialog}
        close={() => setOpenDialog(null)}
      />
    </>
  );
}
