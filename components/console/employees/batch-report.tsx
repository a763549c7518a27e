import { DataTable, type Column } from "@/components/ui/data-table";
import { Section } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import type { EmployeeBatch } from "@/lib/workforce/batches/schema";

type RowError = EmployeeBatch["errors"][number];
type PreviewRow = EmployeeBatch["preview"][number];

/** The most errors shown on the page. The downloaded file has all of them. */
const SHOWN_ERRORS = 200;

export const formatEmployees = (count: number): string =>
  `${count.toLocaleString("en")} ${count === 1 ? "employee" : "employees"}`;

export const formatRows = (count: number): string =>
  `${count.toLocaleString("en")} ${count === 1 ? "row" : "rows"}`;

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const errorText = ({ errors }: RowError): string =>
  capitalize(
    errors.map(({ field, message }) => `${field.replaceAll("_", " ")} ${message}`.trim()).join("; "),
  );

const quoteForCsv = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Formats the errors as a CSV file. */
export const formatErrorsCsv = (errors: RowError[]): string =>
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
export const RowErrors = ({ errors }: { errors: RowError[] }) =>
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
export const BatchPreview = ({ batch }: { batch: EmployeeBatch }) => (
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
