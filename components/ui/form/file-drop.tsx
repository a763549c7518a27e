"use client";

import type { LucideIcon } from "lucide-react";
import { useId, useState, type DragEvent, type ReactNode } from "react";
import { FieldError } from "./field";

const BOX = [
  "relative flex min-h-40 flex-col items-center justify-center gap-2 rounded-xl border border-dashed px-6 py-8",
  "text-center transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2",
  "has-focus-visible:outline-accent",
].join(" ");

type FileDropProps = {
  icon: LucideIcon;
  /** What to do, or the name of the file that was chosen. */
  label: ReactNode;
  hint: string;
  accept: string;
  onFile: (file: File) => void;
  error?: string | undefined;
};

/** An area to drop a file on, or to press and choose a file. */
export function FileDrop({ icon: Icon, label, hint, accept, onFile, error }: FileDropProps) {
  const id = useId();
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const selectFile = (files: FileList | null) => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  const handleDrag = (event: DragEvent, now: boolean) => {
    event.preventDefault();
    setIsDraggedOver(now);
  };
  return (
    <div className="flex flex-col gap-1.5">
      <div
        className={`${BOX} ${isDraggedOver ? "border-accent bg-accent-soft" : "border-edge hover:bg-sunken"}`}
        onDragOver={(event) => handleDrag(event, true)}
        onDragLeave={(event) => handleDrag(event, false)}
        onDrop={(event) => {
          handleDrag(event, false);
          selectFile(event.dataTransfer.files);
        }}
      >
        <Icon className="size-6 text-ink-faint" aria-hidden="true" strokeWidth={1.75} />
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-hint`} className="max-w-prose text-sm text-ink-faint">
          {hint}
        </p>
        <input
          id={id}
          type="file"
          accept={accept}
          aria-describedby={`${id}-hint ${id}-error`}
          aria-invalid={error ? true : undefined}
          className="absolute inset-0 size-full opacity-0"
          onChange={({ target }) => {
            selectFile(target.files);
            // Resets the input so that the same file can be chosen again after it was corrected.
            target.value = "";
          }}
        />
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}
