"use client";

import { Dialog } from "@base-ui/react/dialog";
import { Menu as MenuIcon, X } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Navigation, type Section } from "./navigation";

type NarrowMenuProps = { home: string; sections: Section[]; head: ReactNode; foot: ReactNode };

const ICON_BUTTON =
  "flex size-10 items-center justify-center rounded-lg text-ink-soft hover:bg-line/60 hover:text-ink";

/** The navigation of narrow screens: a sheet from the side, closed by each choice. */
export function NarrowMenu({ home, sections, head, foot }: NarrowMenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className={ICON_BUTTON} aria-label="Menu">
        <MenuIcon className="size-5" aria-hidden="true" />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup className="fixed inset-y-0 start-0 z-50 flex w-[min(19rem,88vw)] flex-col gap-5 overflow-y-auto bg-sunken p-4 shadow-overlay">
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <div className="flex items-center gap-2">
            <div className="min-w-0 flex-1">{head}</div>
            <Dialog.Close className={ICON_BUTTON} aria-label="Close menu">
              <X className="size-5" aria-hidden="true" />
            </Dialog.Close>
          </div>
          <Navigation home={home} sections={sections} onNavigate={() => setOpen(false)} />
          <div className="mt-auto border-t border-line pt-3">{foot}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
