"use client";

import { AlertDialog } from "@base-ui/react/alert-dialog";
import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { DialogClose } from "./dialog-cancel";

const BACKDROP = "fixed inset-0 z-40 bg-scrim";
const POPUP = [
  "fixed inset-x-4 bottom-4 z-50 mx-auto max-h-[calc(100dvh-2rem)] max-w-lg overflow-y-auto rounded-2xl border",
  "border-line bg-raised p-6 shadow-overlay sm:top-[12vh] sm:bottom-auto sm:max-h-[76vh]",
].join(" ");
const CLOSE = buttonClass({ variant: "quiet", size: "smallIcon" }, "-me-2");
const TITLE = "font-heading text-2xl leading-tight";
const DESCRIPTION = "mt-2 text-ink-soft";

type OpenState = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
};

export type DialogProps = OpenState & { children: ReactNode };

/** A dialog that can be closed at any time. */
export function Dialog({ open, onOpenChange, title, description, children }: DialogProps) {
  return (
    <BaseDialog.Root open={open} onOpenChange={onOpenChange}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={BACKDROP} />
        <BaseDialog.Popup className={POPUP}>
          <div className="flex items-start justify-between gap-4">
            <BaseDialog.Title className={TITLE}>{title}</BaseDialog.Title>
            <BaseDialog.Close aria-label="Close" className={CLOSE}>
              <X className="size-5" aria-hidden="true" />
            </BaseDialog.Close>
          </div>
          {description ? (
            <BaseDialog.Description className={DESCRIPTION}>{description}</BaseDialog.Description>
          ) : null}
          <div className="mt-5">
            <DialogClose value={() => onOpenChange(false)}>{children}</DialogClose>
          </div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

export type ConfirmProps = OpenState & {
  /** The label of the confirming button, as a verb: "Delete template". */
  confirm: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
};

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmProps) {
  const { open, onOpenChange, title, description, confirm, danger = false, busy = false, onConfirm } = props;
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={BACKDROP} />
        <AlertDialog.Popup className={POPUP}>
          <AlertDialog.Title className={TITLE}>{title}</AlertDialog.Title>
          <AlertDialog.Description className={DESCRIPTION}>{description}</AlertDialog.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <AlertDialog.Close render={<Button variant="secondary" />}>Cancel</AlertDialog.Close>
            <Button variant={danger ? "danger" : "primary"} busy={busy} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
