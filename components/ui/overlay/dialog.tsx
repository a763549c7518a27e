"use client";

import { useEffect, useEffectEvent } from "react";
import type { ConfirmProps, DialogProps } from "./dialog-parts";
import { onDemand, useLoaded, usePreload } from "@/components/on-demand";
import { toast } from "./toast";

const dialogParts = onDemand(() => import("./dialog-parts"));

type OpenState = Pick<DialogProps, "open" | "onOpenChange">;

/** Loads the code of dialogs when a button is about to be pressed. If that fails, the dialog does not open. */
function useDialogParts({ open, onOpenChange }: OpenState) {
  const parts = useLoaded(dialogParts);
  const handleLoadFailure = useEffectEvent(() => {
    toast.error("This could not be opened. Check the connection and try again.");
    onOpenChange(false);
  });
  usePreload(dialogParts, "nearButton");
  useEffect(() => {
    if (open) dialogParts.load().catch(() => handleLoadFailure());
  }, [open]);
  return parts;
}

/** A dialog that can be closed at any time. */
export function Dialog(props: DialogProps) {
  const parts = useDialogParts(props);
  return parts ? <parts.Dialog {...props} /> : null;
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmProps) {
  const parts = useDialogParts(props);
  return parts ? <parts.ConfirmDialog {...props} /> : null;
}
