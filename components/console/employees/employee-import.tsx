"use client";

import { FileUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { FileDrop } from "@/components/ui/file-drop";
import { Notice } from "@/components/ui/notice";
import { TableSkeleton } from "@/components/ui/skeleton";
import type { EmployeeBatch } from "@/lib/workforce/batches/schema";
import { formatEmployees, RowErrors, formatErrorsCsv, formatRows, BatchPreview } from "./batch-report";
import { useEmployeeBatch } from "./hooks";

/** In bytes: 8 MB, because the whole request may have 10 MiB. */
const MAX_FILE_BYTES = 8_000_000;

/**
 * Reads a text file as UTF-8, or as Windows-1252 (written by older Western spreadsheets). Throws an error whose message
 * can be shown.
 */
async function readTableFile(file: File): Promise<string> {
  if (file.size > MAX_FILE_BYTES)
    throw new Error("This file is larger than 8 MB. Split it into smaller files.");
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** A file with the result of its preview or import. */
type CheckedFile = { name: string; csv: string; batch: EmployeeBatch };

const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : "Something went wrong. Try again.";

function downloadErrors(batch: EmployeeBatch): void {
  const url = URL.createObjectURL(new Blob([`\ufeff${formatErrorsCsv(batch.errors)}`], { type: "text/csv" }));
  const link = Object.assign(document.createElement("a"), {
    href: url,
    download: "employee-import-errors.csv",
  });
  link.click();
  URL.revokeObjectURL(url);
}

function useEmployeeImport(organizationId: string) {
  const router = useRouter();
  const { mutateAsync, isPending } = useEmployeeBatch(organizationId);
  const [checked, setChecked] = useState<CheckedFile | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (name: string, read: () => Promise<string>, isDryRun: boolean) => {
    setFailure(null);
    try {
      const csv = await read();
      const batch = await mutateAsync({ csv, dry_run: isDryRun });
      setChecked({ name, csv, batch });
      if (!isDryRun) router.refresh();
    } catch (error) {
      setFailure(errorMessage(error));
    }
  };
  const startOver = () => {
    setChecked(null);
    setFailure(null);
  };
  const checkFile = (file: File) => run(file.name, () => readTableFile(file), true);
  const importFile = ({ name, csv }: CheckedFile) => run(name, () => Promise.resolve(csv), false);
  return { checked, failure, isPending, startOver, checkFile, importFile };
}

const ResultNotice = ({ checked: { name, batch } }: { checked: CheckedFile }) => {
  const { total_count: total, created_count: good, errors, dry_run: isDryRun } = batch;
  const title = isDryRun
    ? `${formatEmployees(good)} can be added from ${formatRows(total)}`
    : `${formatEmployees(good)} added`;
  return (
    <Notice tone={errors.length > 0 ? "caution" : "positive"} title={title} announce>
      {isDryRun ? `Nothing from ${name} is saved yet. ` : ""}
      {errors.length > 0
        ? `${formatRows(errors.length)} ${isDryRun ? "with errors will be skipped" : "skipped"}.`
        : "No errors found."}
    </Notice>
  );
};

type ImportProps = { organizationId: string; home: string };

function NextSteps({
  home,
  state,
}: {
  home: string;
  state: ReturnType<typeof useEmployeeImport> & { checked: CheckedFile };
}) {
  const { checked, isPending, startOver, importFile } = state;
  const { batch } = checked;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {batch.dry_run && batch.created_count > 0 ? (
        <Button busy={isPending} onClick={() => void importFile(checked)}>
          Add {formatEmployees(batch.created_count)}
        </Button>
      ) : null}
      {batch.dry_run ? null : <ButtonLink href={`${home}/employees`}>View employees</ButtonLink>}
      {batch.errors.length > 0 ? (
        <Button variant="secondary" onClick={() => downloadErrors(batch)}>
          Download errors
        </Button>
      ) : null}
      <Button variant="quiet" onClick={startOver}>
        {" "}
        Choose another file{" "}
      </Button>
    </div>
  );
}

/** Adds employees from a file. A preview shows the result before anything is saved. */
export function EmployeeImport({ organizationId, home }: ImportProps) {
  const state = useEmployeeImport(organizationId);
  const { checked, failure, isPending, checkFile } = state;
  return (
    <div className="flex max-w-4xl flex-col gap-8">
      {failure ? (
        <Notice tone="negative" title="This file could not be imported" announce>
          {failure}
        </Notice>
      ) : null}
      {checked ? (
        <>
          <ResultNotice checked={checked} />
          <NextSteps home={home} state={{ ...state, checked }} />
          <RowErrors errors={checked.batch.errors} />
          {checked.batch.dry_run ? <BatchPreview batch={checked.batch} /> : null}
        </>
      ) : isPending ? (
        <TableSkeleton rows={5} />
      ) : (
        <FileDrop
          icon={FileUp}
          label="Choose a CSV file, or drop it here"
          hint="Headings in the first row, columns separated by commas, semicolons or tabs. You see a preview before anything is saved."
          accept=".csv,.tsv,.txt,text/csv"
          onFile={(file) => void checkFile(file)}
        />
      )}
    </div>
  );
}
