import { DataTable, type Column } from "@/components/ui/data-table";
import { Section } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import type { EmployeeBatch } from "@/lib/workforce/batches/schema";

type Fault = EmployeeBatch["errors"][number];
type Shown = EmployeeBatch["preview"][number];

/** Faults that the page shows; all of them are in the file. */
const SHOWN_FAULTS = 200;

export const employees = (count: number): string =>
  `${count.toLocaleString("en")} ${count === 1 ? "employee" : "employees"}`;

export const rows = (count: number): string =>
  `${count.toLocaleString("en")} ${count === 1 ? "row" : "rows"}`;

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const reasonOf = ({ errors }: Fault): string =>
  sentence(errors.map(({ field, message }) => `${field.replaceAll("_", " ")} ${message}`.trim()).join("; "));

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** The faults as a table that can be opened beside the file. */
export const faultsCsv = (faults: Fault[]): string =>
  [
    "row,email,reason",
    ...faults.map((fault) => [fault.row, quoted(fault.email ?? ""), quoted(reasonOf(fault))].join()),
  ].join("\r\n");

const FAULT_COLUMNS: Column<Fault>[] = [
  {
    key: "row",
    label: "Row",
    isFigure: true,
    className: "w-14",
    cell: ({ row }) => row.toLocaleString("en"),
  },
  {
    key: "email",
    label: "E-mail",
    from: "sm",
    className: "wrap-anywhere",
    cell: ({ email }) => email ?? <span className="text-ink-faint">None</span>,
  },
  {
    key: "reason",
    label: "What is wrong",
    className: "wrap-anywhere",
    cell: (fault) => (
      <>
        <p className="text-ink-soft sm:hidden">{fault.email}</p>
        {reasonOf(fault)}
      </>
    ),
  },
];

const PREVIEW_COLUMNS: Column<Shown>[] = [
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
  { key: "external_id", label: "Your id", from: "md", cell: ({ external_id: id }) => id },
];

/** What is wrong with a table, row by row. */
export const Faults = ({ faults }: { faults: Fault[] }) =>
  faults.length === 0 ? null : (
    <Section title={`${rows(faults.length)} with a fault`}>
      <p className="-mt-2 text-sm text-ink-soft">
        Rows are counted below the headings, empty ones are not.
        {faults.length > SHOWN_FAULTS ? ` Here are the first ${SHOWN_FAULTS}.` : ""}
      </p>
      <DataTable
        label="Faults"
        columns={FAULT_COLUMNS}
        rows={faults.slice(0, SHOWN_FAULTS)}
        keyOf={({ row }) => String(row)}
      />
    </Section>
  );

/** What a table would do: the first people in it as they were understood, and columns that mean nothing. */
export const Understood = ({ batch }: { batch: EmployeeBatch }) => (
  <>
    {batch.ignored_columns.length > 0 ? (
      <Notice title="Some columns are left out">
        Nothing here is called {batch.ignored_columns.map((name) => `“${name}”`).join(", ")}.
      </Notice>
    ) : null}
    {batch.preview.length > 0 ? (
      <Section title="As they are read">
        <p className="-mt-2 text-sm text-ink-soft">
          The first {batch.preview.length.toLocaleString("en")} of {employees(batch.created_count)}.
        </p>
        <DataTable
          label="First employees"
          columns={PREVIEW_COLUMNS}
          rows={batch.preview}
          keyOf={({ row }) => String(row)}
        />
      </Section>
    ) : null}
  </>
);
