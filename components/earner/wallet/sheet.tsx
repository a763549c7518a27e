"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState, type ComponentProps, type ReactNode } from "react";
import { Button } from "@/components/ui/button";

const DIALOG = [
  "m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-lg overflow-y-auto rounded-2xl border border-line",
  "bg-raised p-6 text-ink shadow-overlay backdrop:bg-scrim",
].join(" ");

type SheetProps = {
  /** What the button that opens it says. */
  opener: ReactNode;
  /** The same for listeners, where several such buttons stand on a page. */
  openerLabel?: string;
  look?: Pick<ComponentProps<typeof Button>, "variant" | "size">;
  title: string;
  text: string;
  children: (close: () => void) => ReactNode;
};

/** A button with a dialog of the browser's own, which holds the focus, closes by Escape and gives the focus back. */
export function Sheet({ opener, openerLabel, look = {}, title, text, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const { current } = dialog;
    if (isOpen && !current?.open) current?.showModal();
    if (!isOpen && current?.open) current.close();
  }, [isOpen]);
  return (
    <>
      <Button
        {...look}
        aria-haspopup="dialog"
        {...(openerLabel ? { "aria-label": openerLabel } : {})}
        onClick={() => setOpen(true)}
      >
        {opener}
      </Button>
      <dialog
        ref={dialog}
        onClose={() => setOpen(false)}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        className={DIALOG}
      >
        <h2 id={`${id}-title`} className="font-heading text-2xl leading-tight">
          {title}
        </h2>
        <p id={`${id}-text`} className="mt-2 text-ink-soft">
          {text}
        </p>
        <div className="mt-6">{children(() => setOpen(false))}</div>
      </dialog>
    </>
  );
}

type AskProps = Omit<SheetProps, "children"> & {
  /** The act itself, as a verb. */
  confirm: string;
  isBusy: boolean;
  onConfirm: (close: () => void) => void;
};

/** A button that asks before it does what cannot be taken back. */
export function AskFirst({ confirm, isBusy, onConfirm, ...sheet }: AskProps) {
  const t = useTranslations("wallet.common");
  return (
    <Sheet {...sheet}>
      {(close) => (
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={close}>
            {t("cancel")}
          </Button>
          <Button variant="danger" busy={isBusy} onClick={() => onConfirm(close)}>
            {confirm}
          </Button>
        </div>
      )}
    </Sheet>
  );
}
