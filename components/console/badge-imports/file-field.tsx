"use client";

import { FileSpreadsheet } from "lucide-react";
import { FileDrop } from "@/components/ui/file-drop";
import { PasteField } from "./paste-field";

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
