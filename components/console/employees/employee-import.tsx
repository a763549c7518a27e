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
import { employees, Faults, faultsCsv, rows, Understood } from "./batch-report";
import { useEmployeeBatch } from "./hooks";
import { readTableFile } from "./table-file";

/** A file that was read, and what became of it or would. */
type Judged = { name: string; csv: string; batch: EmployeeBatch };

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : "Something went wrong. Please try again.";

function download(batch: EmployeeBatch): void {
  const url = URL.createObjectURL(new Blob([`\ufeff${faultsCsv(batch.errors)}`], { type: "text/csv" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: "employees-faults.csv" });
  link.click();
  URL.revokeObjectURL(url);
}

function useImport(organizationId: string) {
  const router = useRouter();
  const { mutateAsync, isPending } = useEmployeeBatch(organizationId);
  const [judged, setJudged] = useState<Judged | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (name: string, read: () => Promise<string>, isDryRun: boolean) => {
    setFailure(null);
    try {
      const csv = await read();
      const batch = await mutateAsync({ csv, dry_run: isDryRun });
      setJudged({ name, csv, batch });
      if (!isDryRun) router.refresh();
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  const startOver = () => {
    setJudged(null);
    setFailure(null);
  };
  const look = (file: File) => run(file.name, () => readTableFile(file), true);
  const store = ({ name, csv }: Judged) => run(name, () => Promise.resolve(csv), false);
  return { judged, failure, isPending, startOver, look, store };
}

const Verdict = ({ judged: { name, batch } }: { judged: Judged }) => {
  const { total_count: total, created_count: good, errors, dry_run: isDryRun } = batch;
  const title = isDryRun
    ? `${employees(good)} can be added out of ${rows(total)}`
    : `${employees(good)} ${good === 1 ? "is" : "are"} added`;
  return (
    <Notice tone={errors.length > 0 ? "caution" : "positive"} title={title} announce>
      {isDryRun ? `Nothing of ${name} is stored yet. ` : ""}
      {errors.length > 0
        ? `${rows(errors.length)} with a fault ${isDryRun ? "would be left out" : "were left out"}.`
        : "There is no fault in it."}
    </Notice>
  );
};

type ImportProps = { organizationId: string; home: string };

function Steps({ home, state }: { home: string; state: ReturnType<typeof useImport> & { judged: Judged } }) {
  const { judged, isPending, startOver, store } = state;
  const { batch } = judged;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {batch.dry_run && batch.created_count > 0 ? (
        <Button busy={isPending} onClick={() => void store(judged)}>
          Add {employees(batch.created_count)}
        </Button>
      ) : null}
      {batch.dry_run ? null : <ButtonLink href={`${home}/employees`}>To the employees</ButtonLink>}
      {batch.errors.length > 0 ? (
        <Button variant="secondary" onClick={() => download(batch)}>
          Download the faults
        </Button>
      ) : null}
      <Button variant="quiet" onClick={startOver}>
        Another file
      </Button>
    </div>
  );
}

/** Adds employees out of a file: it is read and judged first, and stored when somebody has seen what it would do. */
export function EmployeeImport({ organizationId, home }: ImportProps) {
  const state = useImport(organizationId);
  const { judged, failure, isPending, look } = state;
  return (
    <div className="flex max-w-4xl flex-col gap-8">
      {failure ? (
        <Notice tone="negative" title="This file was not taken" announce>
          {failure}
        </Notice>
      ) : null}
      {judged ? (
        <>
          <Verdict judged={judged} />
          <Steps home={home} state={{ ...state, judged }} />
          <Faults faults={judged.batch.errors} />
          {judged.batch.dry_run ? <Understood batch={judged.batch} /> : null}
        </>
      ) : isPending ? (
        <TableSkeleton rows={5} />
      ) : (
        <FileDrop
          icon={FileUp}
          label="Choose a CSV file, or drop it here"
          hint="With headings in the first row. Commas, semicolons and tabs separate. Nothing is stored before you have seen what it would do."
          accept=".csv,.tsv,.txt,text/csv"
          onFile={(file) => void look(file)}
        />
      )}
    </div>
  );
}
