"use client";

import { useRouter } from "next/navigation";
import { createContext, useContext, useState, type ReactNode } from "react";
import { onDemand } from "@/components/on-demand";
import { PeekArea } from "@/components/ui/overlay/peek";
import type { ActionBadge } from "./allowed-actions";
import { BadgeDialogs, type BadgeDialogKind } from "./badge-dialogs";
import { useResend } from "./use-resend";

const badgePeek = onDemand(() => import("./badge-peek"));

type RowActions = {
  home: string;
  canDelete: boolean;
  resend: (id: string) => void;
  openDialog: (badge: ActionBadge, dialog: BadgeDialogKind) => void;
};

const RowActionsContext = createContext<RowActions | null>(null);

/** Returns the actions on the badges of the table around it; null where the member may not change badges. */
export const useRowActions = (): RowActions | null => useContext(RowActionsContext);

type BadgeRowsProps = {
  organizationId: string;
  home: string;
  /** The badges of the page, in their order. */
  ids: string[];
  may: { change: boolean; remove: boolean };
  children: ReactNode;
};

/** A table of issued badges whose rows have a side panel and actions. */
export function BadgeRows({ organizationId, home, ids, may, children }: BadgeRowsProps) {
  const router = useRouter();
  const { resend } = useResend(organizationId);
  const [shown, setShown] = useState<{ badge: ActionBadge; dialog: BadgeDialogKind } | null>(null);
  const openDialog = (badge: ActionBadge, dialog: BadgeDialogKind) => setShown({ badge, dialog });
  const close = () => setShown((before) => before && { ...before, dialog: null });
  return (
    <RowActionsContext value={may.change ? { home, canDelete: may.remove, resend, openDialog } : null}>
      <PeekArea
        ids={ids}
        pages={`${home}/issued_badges`}
        noun="badge"
        content={badgePeek}
        panel={({ BadgePeek }, id, closePanel) => (
          <BadgePeek organizationId={organizationId} home={home} id={id} may={may} close={closePanel} />
        )}
      >
        {children}
      </PeekArea>
      {shown ? (
        <BadgeDialogs
          organizationId={organizationId}
          badge={shown.badge}
          openDialog={shown.dialog}
          close={close}
          onDeleted={() => router.refresh()}
        />
      ) : null}
    </RowActionsContext>
  );
}
