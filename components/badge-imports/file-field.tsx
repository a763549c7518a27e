"use client";

import { FileSpreadsheet } from "lucide-react";
import { useId, useState, type DragEvent } from "react";
import { FieldError } from "@/components/ui/field";

const BOX = [
  "relative flex min-h-36 flex-col items-center justify-center gap-2 rounded-xl border border-dashed border-edge px-6",
  "py-8 text-center transition-colors hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2",
  "has-focus-visible:outline-accent",
].join(" ");

type FileFieldProps = {
  file: File | null;
  onChoose: (file: File) => void;
  error: string | undefined;
};

const sizeOf = ({ size }: File): string =>
  size < 1_000_000 ? `${Math.max(1, Math.round(size / 1_000))} kB` : `${(size / 1_000_000).toFixed(1)} MB`;

/** Takes one file, dropped or chosen. */
export function FileField({ file, onChoose, error }: FileFieldProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onChoose(dropped);
  };
  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-heading mb-2.5 text-xl leading-tight">File</span>
      <div
        className={`${BOX} ${isOver ? "border-accent bg-accent-soft" : ""}`}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <FileSpreadsheet className="size-7 text-ink-faint" aria-hidden="true" />
        <label htmlFor={id} className="font-medium">
          {file ? (
            <>
              <span className="wrap-anywhere">{file.name}</span>
              <span className="font-normal text-ink-faint">, {sizeOf(file)}</span>
            </>
          ) : (
            "Choose a CSV file, or drop it here"
          )}
        </label>
        <p id={`${id}-hint`} className="text-[0.8125rem] text-ink-faint">
          One recipient in each row, headings in the first. At most 10,000 rows and 10 MiB.
        </p>
        <input
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          aria-describedby={`${id}-hint ${id}-error`}
          aria-invalid={error ? true : undefined}
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            if (chosen) onChoose(chosen);
            // The same file can be chosen again once it was mended.
            event.target.value = "";
          }}
          className="absolute inset-0 size-full opacity-0"
        />
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}
