"use client";

import { FileUp } from "lucide-react";
import { useState, type DragEvent } from "react";

type FileDropProps = { label: string; hint: string; accept: string; onFile: (file: File) => void };

const AREA = [
  "relative flex min-h-40 flex-col items-center justify-center gap-2 rounded-xl border border-dashed px-6 py-8",
  "text-center transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2",
  "has-focus-visible:outline-accent",
].join(" ");

/** A place for one file: it can be dropped there, or chosen by pressing it. */
export function FileDrop({ label, hint, accept, onFile }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  const over = (event: DragEvent, now: boolean) => {
    event.preventDefault();
    setIsOver(now);
  };
  return (
    <label
      className={`${AREA} ${isOver ? "border-accent bg-accent-soft" : "border-edge hover:bg-sunken"}`}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false);
        take(event.dataTransfer.files);
      }}
    >
      <FileUp className="size-6 text-ink-faint" aria-hidden="true" strokeWidth={1.75} />
      <span className="font-medium">{label}</span>
      <span className="max-w-prose text-sm text-ink-faint">{hint}</span>
      <input
        type="file"
        accept={accept}
        className="absolute inset-0 size-full opacity-0"
        onChange={(event) => {
          take(event.target.files);
          // The same file can be chosen again, once it is mended.
          event.target.value = "";
        }}
      />
    </label>
  );
}
