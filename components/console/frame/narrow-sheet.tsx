"use client";

import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode, RefObject } from "react";

type NarrowSheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Gets the focus when the sheet closes. */
  opener: RefObject<HTMLElement | null>;
  buttonClass: string;
  head: ReactNode;
  children: ReactNode;
};

/** A sheet that opens from the side of a narrow screen. */
export function NarrowSheet(props: NarrowSheetProps) {
  const { open, onOpenChange, opener, buttonClass, head, children } = props;
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup
          finalFocus={opener}
          className="fixed inset-y-0 start-0 z-50 flex w-[min(19rem,88vw)] flex-col gap-5 overflow-y-auto bg-sunken p-4 shadow-overlay"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <div className="flex items-center gap-2">
            <div className="min-w-0 flex-1">{head}</div>
            <Dialog.Close className={buttonClass} aria-label="Close menu">
              <X className="size-5" aria-hidden="true" />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
