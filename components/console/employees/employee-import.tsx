"use client";

import { FileUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { FileDrop } from "@/components/ui/form/file-drop";
import { useRequest } from "@/components/ui/form/use-request";
import { Notice } from "@/components/ui/notice";
import { TableSkeleton } from "@/components/ui/skeleton";
import type { EmployeeBatch } from "@/lib/workforce/batches/schema";
import {
  EncodingChoice,
  listEncodingOptions,
  type EncodingOption,
} from "@/components/console/files/encoding-choice";
import { readAsBase64 } from "@/components/console/files/read-as-base64";
import type { Encoding } from "@/lib/platform/files/choices";
import { sendEmployeeBatch, type UploadedTable } from "./hooks";
import { DataTable, type Column } from "@/components/ui/list/data-table";
import { Section } from "@/components/ui/facts";

type RowError = EmployeeBatch["errors"][number];
type PreviewRow = EmployeeBatch["preview"][number];

/** The most errors shown on the page. The downloaded file has all of them. */
const SHOWN_ERRORS = 200;

const formatEmployees = (count: number): string =>
  `${count.toLocaleString("en")} ${count === 1 ? "employee" : "employees"}`;

const formatRows = (count: number): string => `${count.toLocaleString("en")} ${count === 1 ? "row" : "rows"}`;

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const errorText = ({ errors }: RowError): string =>
  capitalize(
    errors.map(({ field, message }) => `${field.replaceAll("_", " ")} ${message}`.trim()).join("; "),
  );

const quoteForCsv = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Formats the errors as a CSV file. */
const formatErrorsCsv = (errors: RowError[]): string =>
  [
    "row,email,reason",
    ...errors.map((error) =>
      [error.row, quoteForCsv(error.email ?? ""), quoteForCsv(errorText(error))].join(),
    ),
  ].join("\r\n");

const ERROR_COLUMNS: Column<RowError>[] = [
  {
    key: "row",
    label: "Row",
    isFigure: true,
    className: "w-14",
    cell: ({ row }) => row.toLocaleString("en"),
  },
  {
    key: "email",
    label: "E-mail address",
    from: "sm",
    className: "wrap-anywhere",
    cell: ({ email }) => email ?? <span className="text-ink-faint">None</span>,
  },
  {
    key: "reason",
    label: "Error",
    className: "wrap-anywhere",
    cell: (error) => (
      <>
        <p className="text-ink-soft sm:hidden">{error.email}</p>
        {errorText(error)}
      </>
    ),
  },
];

const PREVIEW_COLUMNS: Column<PreviewRow>[] = [
  { key: "row", label: "Row", isFigure: true, className: "w-14", cell: ({ row }) => row },
  {
    key: "person",
    label: "Employee",
    className: "wrap-anywhere",
    cell: ({ full_name: name, email }) => (
      <>
        {name ? <p className="font-medium">{name}</p> : null}
        <p className={name ? "text-[0.8125rem] text-ink-faint" : "font-medium"}>{email}</p>
      </>
    ),
  },
  { key: "position", label: "Position", from: "sm", cell: ({ position_title: title }) => title },
  { key: "external_id", label: "Employee ID", from: "md", cell: ({ external_id: id }) => id },
];

/** The errors of an import, by row. */
const RowErrors = ({ errors }: { errors: RowError[] }) =>
  errors.length === 0 ? null : (
    <Section title={`${formatRows(errors.length)} with errors`}>
      <p className="-mt-2 text-sm text-ink-soft">
        Row numbers do not count the headings or empty rows.
        {errors.length > SHOWN_ERRORS ? ` Showing the first ${SHOWN_ERRORS}.` : ""}
      </p>
      <DataTable
        label="Errors"
        columns={ERROR_COLUMNS}
        rows={errors.slice(0, SHOWN_ERRORS)}
        rowKey={({ row }) => String(row)}
      />
    </Section>
  );

/** A preview of an import: its first employees and its unknown columns. */
const BatchPreview = ({ batch }: { batch: EmployeeBatch }) => (
  <>
    {batch.ignored_columns.length > 0 ? (
      <Notice title="Some columns are ignored">
        Unknown columns: {batch.ignored_columns.map((name) => `“${name}”`).join(", ")}.
      </Notice>
    ) : null}
    {batch.preview.length > 0 ? (
      <Section title="Preview">
        <p className="-mt-2 text-sm text-ink-soft">
          Showing the first {batch.preview.length.toLocaleString("en")} of{" "}
          {formatEmployees(batch.created_count)}.
        </p>
        <DataTable
          label="First employees"
          columns={PREVIEW_COLUMNS}
          rows={batch.preview}
          rowKey={({ row }) => String(row)}
        />
      </Section>
    ) : null}
  </>
);

/** A file with the result of its preview or import. */
type CheckedFile = { name: string; table: UploadedTable; batch: EmployeeBatch };

/** A file whose encoding the server asked for. */
type UnclearFile = { name: string; table: UploadedTable; encodings: EncodingOption[] };

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
  const { request, isSending } = useRequest();
  const [checked, setChecked] = useState<CheckedFile | null>(null);
  const [unclear, setUnclear] = useState<UnclearFile | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (name: string, table: UploadedTable, isDryRun: boolean) => {
    setFailure(null);
    try {
      const batch = await request(() => sendEmployeeBatch(organizationId, { ...table, dry_run: isDryRun }));
      setUnclear(null);
      setChecked({ name, table, batch });
      if (!isDryRun) router.refresh();
    } catch (error) {
      const encodings = listEncodingOptions(error);
      if (encodings.length > 0) setUnclear({ name, table, encodings });
      else setFailure(errorMessage(error));
    }
  };
  const startOver = () => {
    setChecked(null);
    setUnclear(null);
    setFailure(null);
  };
  const checkFile = async (file: File) => {
    try {
      await run(file.name, { file: await readAsBase64(file) }, true);
    } catch (error) {
      setFailure(errorMessage(error));
    }
  };
  const checkAgain = ({ name, table }: UnclearFile, encoding: Encoding) =>
    run(name, { ...table, encoding }, true);
  const importFile = ({ name, table }: CheckedFile) => run(name, table, false);
  return { checked, unclear, failure, isSending, startOver, checkFile, checkAgain, importFile };
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
  const { checked, isSending, startOver, importFile } = state;
  const { batch } = checked;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {batch.dry_run && batch.created_count > 0 ? (
        <Button busy={isSending} onClick={() => void importFile(checked)}>
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

/** Asks for the encoding of a file, and checks the file again with it. */
function UnclearEncoding({
  unclear,
  state,
}: {
  unclear: UnclearFile;
  state: ReturnType<typeof useEmployeeImport>;
}) {
  const { isSending, startOver, checkAgain } = state;
  const [encoding, setEncoding] = useState<Encoding | undefined>();
  return (
    <form
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (encoding) void checkAgain(unclear, encoding);
      }}
    >
      <EncodingChoice options={unclear.encodings} chosen={encoding} onChoose={setEncoding} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" busy={isSending} disabled={!encoding}>
          Check file
        </Button>
        <Button variant="quiet" onClick={startOver}>
          Choose another file
        </Button>
      </div>
    </form>
  );
}

/** Adds employees from a file. A preview shows the result before anything is saved. */
export function EmployeeImport({ organizationId, home }: ImportProps) {
  const state = useEmployeeImport(organizationId);
  const { checked, unclear, failure, isSending, checkFile } = state;
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
      ) : unclear ? (
        <UnclearEncoding unclear={unclear} state={state} />
      ) : isSending ? (
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
