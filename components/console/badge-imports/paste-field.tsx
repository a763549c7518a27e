"use client";

import { useEffect, useEffectEvent, useId, useState } from "react";
import { buildPastedFile, hasSeveralCells } from "./pasted-rows";

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null;

/** Takes rows copied from a spreadsheet as a file: pasted into the field, or anywhere on the page outside of a field. */
export function PasteField({ onFile }: { onFile: (file: File) => void }) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (isField(event.target) || !hasSeveralCells(text)) return;
    event.preventDefault();
    onFile(buildPastedFile(text));
  });
  useEffect(() => {
    document.addEventListener("paste", handlePaste);
    return () => document.removeEventListener("paste", handlePaste);
  }, []);
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        Or paste rows from a spreadsheet
      </label>
      <textarea
        id={id}
        rows={1}
        value={typed}
        placeholder="Paste here"
        onChange={({ target }) => {
          const isBlock = hasSeveralCells(target.value);
          setTyped(isBlock ? "" : target.value);
          if (isBlock) onFile(buildPastedFile(target.value));
        }}
        className="min-h-10 resize-none rounded-lg border border-edge bg-canvas px-3 py-2 text-sm text-ink placeholder:text-ink-faint"
      />
    </div>
  );
}
