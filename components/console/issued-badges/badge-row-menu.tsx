"use client";

import { Ellipsis } from "lucide-react";
import { buttonClass } from "@/components/ui/button";
import { Menu, MenuItem, MenuLink } from "@/components/ui/overlay/menu";
import { usePeek } from "@/components/ui/overlay/peek";
import { allowedActions, type ActionBadge } from "./allowed-actions";
import { useRowActions } from "./badge-rows";

type BadgeRowMenuProps = {
  badge: ActionBadge;
  /** Whose badge it is. */
  recipient: string;
  page: string;
  /** Whether this organization issued it; a badge of another issuer is only shown. */
  isOwn: boolean;
};

function ChangeItems({ badge }: Pick<BadgeRowMenuProps, "badge">) {
  const actions = useRowActions();
  if (!actions) return null;
  const { home, canDelete, resend, openDialog } = actions;
  const allowed = allowedActions(badge);
  return (
    <>
      {allowed.resend ? <MenuItem onSelect={() => resend(badge.id)}>Resend e-mail</MenuItem> : null}
      {allowed.changeRecipient ? (
        <MenuItem onSelect={() => openDialog(badge, "recipient")}>Change e-mail address…</MenuItem>
      ) : null}
      {allowed.replace ? (
        <MenuLink href={`${home}/issued_badges/${badge.id}/replace`}>Replace badge…</MenuLink>
      ) : null}
      {allowed.revoke ? (
        <MenuItem danger onSelect={() => openDialog(badge, "revoke")}>
          Revoke badge…
        </MenuItem>
      ) : null}
      {canDelete ? (
        <MenuItem danger onSelect={() => openDialog(badge, "delete")}>
          Delete badge…
        </MenuItem>
      ) : null}
    </>
  );
}

/** The actions on a badge, at the end of its row. */
export function BadgeRowMenu({ badge, recipient, page, isOwn }: BadgeRowMenuProps) {
  const peek = usePeek();
  return (
    <Menu
      label={`Actions on the badge of ${recipient}`}
      align="end"
      triggerClass={buttonClass({ variant: "quiet", size: "smallIcon" })}
      trigger={<Ellipsis className="size-4.5" aria-hidden="true" />}
    >
      <MenuItem onSelect={() => peek(badge.id)}>Quick view</MenuItem>
      <MenuLink href={page}>Open page</MenuLink>
      {isOwn ? <ChangeItems badge={badge} /> : null}
    </Menu>
  );
}
