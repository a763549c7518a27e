"use client";

import { useEffect, useId, useRef, useState, type ComponentProps, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { useFormTexts } from "@/components/ui/form/form-texts";

const DIALOG = [
  "m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-lg overflow-y-auto rounded-2xl border border-line",
  "bg-raised p-6 text-ink shadow-overlay backdrop:bg-scrim",
].join(" ");

type DialogButtonProps = {
  /** The label of the button that opens the dialog. */
  opener: ReactNode;
  /** The label for screen readers, on a page with several such buttons. */
  openerLabel?: string;
  look?: Pick<ComponentProps<typeof Button>, "variant" | "size" | "busy">;
  title: string;
  text: string;
  /** Called when the dialog opens, for content that is loaded then. */
  onOpen?: () => void;
  children: (close: () => void) => ReactNode;
};

/** A button that opens a native dialog, which traps the focus, closes by Escape and restores the focus. */
export function DialogButton(props: DialogButtonProps) {
  const { opener, openerLabel, look = {}, title, text, onOpen, children } = props;
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
        onClick={() => {
          setOpen(true);
          onOpen?.();
        }}
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

type ConfirmButtonProps = Omit<DialogButtonProps, "children"> & {
  /** The label of the confirming button, as a verb. */
  confirm: string;
  isBusy: boolean;
  onConfirm: (close: () => void) => void;
};

/** A button that asks for confirmation before an action that cannot be undone. */
export function ConfirmButton({ confirm, isBusy, onConfirm, ...sheet }: ConfirmButtonProps) {
  const texts = useFormTexts();
  return (
    <DialogButton {...sheet}>
      {(close) => (
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={close}>
            {texts.cancel}
          </Button>
          <Button variant="danger" busy={isBusy} onClick={() => onConfirm(close)}>
            {confirm}
          </Button>
        </div>
      )}
    </DialogButton>
  );
}
