"use client";

import { Dialog } from "@base-ui/react/dialog";
import { ChevronDown, ChevronUp, Maximize2, X } from "lucide-react";
import Link from "next/link";
import type { KeyboardEvent, ReactNode } from "react";
import { buttonClass } from "@/components/ui/button";

type PeekPanelProps = {
  /** The row that is shown; null closes the panel. */
  id: string | null;
  ids: readonly string[];
  pages: string;
  noun: string;
  /** Returns what gets the focus when the panel closes; true for the element that had it before. */
  findLastRow: () => HTMLElement | true;
  show: (id: string) => void;
  close: () => void;
  children: ReactNode;
};

const ICON_BUTTON = buttonClass({ variant: "quiet", size: "smallIcon" });
const POPUP = [
  "fixed inset-y-0 end-0 z-50 flex w-[min(34rem,100vw)] flex-col border-s border-line bg-canvas shadow-overlay",
  "outline-none",
].join(" ");

const isTyping = (target: EventTarget): boolean =>
  target instanceof Element && target.closest("input, textarea, select, [role=menu]") !== null;

/** The buttons for the row above and the row below. */
function Neighbours({ id, ids, noun, show }: Pick<PeekPanelProps, "id" | "ids" | "noun" | "show">) {
  const at = id === null ? -1 : ids.indexOf(id);
  const steps = [
    { label: `Previous ${noun}`, to: ids[at - 1], Icon: ChevronUp },
    { label: `Next ${noun}`, to: at < 0 ? undefined : ids[at + 1], Icon: ChevronDown },
  ];
  return steps.map(({ label, to, Icon }) => (
    <button
      key={label}
      type="button"
      className={ICON_BUTTON}
      aria-label={label}
      aria-disabled={to === undefined}
      onClick={() => (to === undefined ? undefined : show(to))}
    >
      <Icon className={`size-5 ${to === undefined ? "opacity-40" : ""}`} aria-hidden="true" />
    </button>
  ));
}

/**
 * A panel at the side of a table that shows one of its rows. The table stays usable: a click on another row shows that
 * one. The keys J and K show the next and the previous row.
 */
export function PeekPanel({ id, ids, pages, noun, findLastRow, show, close, children }: PeekPanelProps) {
  const handleKey = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (id === null || ctrlKey || metaKey || altKey || isTyping(target)) return;
    const to = ids[ids.indexOf(id) + ({ j: 1, k: -1 }[key] ?? Number.NaN)];
    if (to !== undefined) show(to);
  };
  return (
    <Dialog.Root open={id !== null} onOpenChange={close} modal={false} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Popup
          className={POPUP}
          finalFocus={findLastRow}
          aria-label={`Selected ${noun}`}
          onKeyDown={handleKey}
        >
          <div className="flex items-center gap-1 border-b border-line px-4 py-2">
            <Neighbours id={id} ids={ids} noun={noun} show={show} />
            <Link
              prefetch={false}
              href={`${pages}/${id ?? ""}`}
              className={`ms-auto ${buttonClass({ variant: "quiet", size: "small" })}`}
            >
              <Maximize2 className="size-4" aria-hidden="true" />
              Open page
            </Link>
            <Dialog.Close className={ICON_BUTTON} aria-label="Close">
              <X className="size-5" aria-hidden="true" />
            </Dialog.Close>
          </div>
          <div key={id} className="min-h-0 flex-1 overflow-y-auto p-6">
            {children}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
