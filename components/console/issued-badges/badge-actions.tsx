"use client";

import { Ellipsis } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { Menu, MenuItem, MenuLink } from "@/components/ui/overlay/menu";
import { allowedActions, type ActionBadge } from "./allowed-actions";
import { BadgeDialogs, type BadgeDialogKind } from "./badge-dialogs";
import { useResend } from "./use-resend";

type BadgeActionsProps = {
  organizationId: string;
  home: string;
  badge: ActionBadge;
  canDelete: boolean;
  /** Called after a deletion. Without it the list of badges opens. */
  onDeleted?: () => void;
};

/** The actions that are less often needed, in a menu. */
function MoreActions({
  home,
  badge,
  canDelete,
  ask,
}: Pick<BadgeActionsProps, "home" | "badge" | "canDelete"> & { ask: (dialog: BadgeDialogKind) => void }) {
  const allowed = allowedActions(badge);
  if (!allowed.replace && !canDelete) return null;
  return (
    <Menu
      label="More actions"
      align="end"
      triggerClass={buttonClass({ variant: "secondary", size: "mediumIcon" })}
      trigger={<Ellipsis className="size-4.5" aria-hidden="true" />}
    >
      {allowed.replace ? (
        <MenuLink href={`${home}/issued_badges/${badge.id}/replace`}>Replace badge…</MenuLink>
      ) : null}
      {allowed.revoke ? (
        <MenuItem danger onSelect={() => ask("revoke")}>
          Revoke badge…
        </MenuItem>
      ) : null}
      {canDelete ? (
        <MenuItem danger onSelect={() => ask("delete")}>
          Delete badge…
        </MenuItem>
      ) : null}
    </Menu>
  );
}

/** Shows the actions that the state of an issued badge allows. */
export function BadgeActions({ organizationId, home, badge, canDelete, onDeleted }: BadgeActionsProps) {
  const router = useRouter();
  const [openDialog, setOpenDialog] = useState<BadgeDialogKind>(null);
  const { resend, isPending } = useResend(organizationId);
  const allowed = allowedActions(badge);
  const leave = () => {
    router.push(`${home}/issued_badges`);
    router.refresh();
  };
  return (
    <>
      {allowed.resend ? (
        <Button variant="secondary" busy={isPending} onClick={() => resend(badge.id)}>
          Resend e-mail
        </Button>
      ) : null}
      {allowed.changeRecipient ? (
        <Button variant="secondary" onClick={() => setOpenDialog("recipient")}>
          Change e-mail address…
        </Button>
      ) : null}
      <MoreActions home={home} badge={badge} canDelete={canDelete} ask={setOpenDialog} />
      <BadgeDialogs
        organizationId={organizationId}
        badge={badge}
        openDialog={openDialog}
        close={() => setOpenDialog(null)}
        onDeleted={onDeleted ?? leave}
      />
    </>
  );
}
