"use client";

import { FileSpreadsheet } from "lucide-react";
import { FileDrop } from "@/components/ui/form/file-drop";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { columnName, FIELD_LABELS } from "@/lib/badges/imports/choices";
import { parseCopiedCells } from "./sheet/sheet-rows";

const LOOKS_LIKE_DATE = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/;

/** Returns headings for rows without any: people copy the cells of a table without its first row. */
function guessHeadings(cells: string[], email: number): string[] {
  const headings = cells.map((_, index) => columnName("", index));
  headings[email] = FIELD_LABELS.recipient_email;
  const names = cells.flatMap((cell, index) =>
    index === email || cell === "" || /\d/.test(cell) ? [] : [index],
  );
  const labels =
    names.length === 1
      ? [FIELD_LABELS.issued_to]
      : [FIELD_LABELS.issued_to_first_name, FIELD_LABELS.issued_to_last_name];
  labels.forEach((label, place) => {
    const index = names[place];
    if (index !== undefined) headings[index] = label;
  });
  const date = cells.findIndex((cell) => LOOKS_LIKE_DATE.test(cell));
  if (date >= 0) headings[date] = FIELD_LABELS.issued_at;
  return headings;
}

/**
 * Makes a file of rows that were copied from a spreadsheet. Rows whose first one has an e-mail address get headings. The
 * columns can still be chosen by hand.
 */
export function buildPastedFile(text: string): File {
  const [first = []] = parseCopiedCells(text);
  const email = first.findIndex((cell) => cell.includes("@"));
  const content = email < 0 ? text : `${guessHeadings(first, email).join("\t")}\n${text}`;
  return new File([content], "Pasted rows.tsv", { type: "text/tab-separated-values" });
}

/** Whether a text has several cells. */
const hasSeveralCells = (text: string): boolean => /[\t\n]/.test(text.trim());

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null;

/** Takes rows copied from a spreadsheet as a file: pasted into the field, or anywhere on the page outside of a field. */
function PasteField({ onFile }: { onFile: (file: File) => void }) {
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

type FileFieldProps = {
  file: File | null;
  onChoose: (file: File) => void;
  error: string | undefined;
};

const formatFileSize = ({ size }: File): string =>
  size < 1_000_000 ? `${Math.max(1, Math.round(size / 1_000))} kB` : `${(size / 1_000_000).toFixed(1)} MB`;

const SelectedFile = ({ file }: { file: File }) => (
  <>
    <span className="wrap-anywhere">{file.name}</span>
    <span className="font-normal text-ink-faint">, {formatFileSize(file)}</span>
  </>
);

/** The file of an import, dropped, selected or pasted. */
export const FileField = ({ file, onChoose, error }: FileFieldProps) => (
  <div className="flex flex-col gap-4">
    <span className="font-heading text-xl leading-tight">File</span>
    <FileDrop
      icon={FileSpreadsheet}
      label={file ? <SelectedFile file={file} /> : "Choose a CSV file, or drop it here"}
      hint="One recipient per row, with headings in the first row. Up to 10,000 rows and 10 MB."
      accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
      onFile={onChoose}
      error={error}
    />
    <PasteField onFile={onChoose} />
  </div>
);
