import type { ReactNode } from "react";
import type { ListAddress } from "./list-address";
import { Cell, ColumnHead, SortHead, Table } from "./table";

/** From which width of the window on a column is shown. */
const SHOWN_FROM = {
  sm: "hidden sm:table-cell",
  md: "hidden md:table-cell",
  lg: "hidden lg:table-cell",
  xl: "hidden xl:table-cell",
} as const;

/** What can be known of a column without its rows. */
export type ColumnChoice = {
  /** Its name in the address, when people choose columns. */
  key: string;
  label: string;
  /** Always there: what the row is, or what can be done with it. */
  isFixed?: boolean;
  /** Only there when it is chosen. */
  isExtra?: boolean;
};

/** A column of a table, and what its cells hold. */
export type Column<Row> = ColumnChoice & {
  cell: (row: Row) => ReactNode;
  /** The key of the API's `sort`, and the direction of the first press. */
  sort?: { name: string; first?: "asc" | "desc" };
  /** Numbers and dates stand at the end of their cell, in tabular figures. */
  isFigure?: boolean;
  from?: keyof typeof SHOWN_FROM;
  /** The head is for listeners alone: a column of buttons. */
  isHeadHidden?: boolean;
  className?: string;
};

/** The columns that an address shows: those that it names, or without a name those that are there by default. */
export function chosenColumns<Choice extends ColumnChoice>(
  columns: readonly Choice[],
  list: ListAddress | null,
): Choice[] {
  const named = list?.params.columns ?? "";
  if (named === "") return columns.filter(({ isExtra }) => !isExtra);
  const wanted = new Set(named.split(","));
  return columns.filter(({ key, isFixed }) => isFixed || wanted.has(key));
}

type DataTableProps<Row> = {
  /** What the table is, for listeners. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The list's address; without one it can neither be sorted nor its columns be chosen. */
  list?: ListAddress | null;
  /** The sort that holds when the address names none. */
  fallback?: string;
};

const classOf = <Row,>({ from, isFigure, className = "" }: Column<Row>): string =>
  [from ? SHOWN_FROM[from] : "", isFigure ? "text-end tabular-nums" : "", className]
    .filter(Boolean)
    .join(" ");

function Head<Row>({
  column,
  list,
  fallback,
}: {
  column: Column<Row>;
  list: ListAddress | null;
  fallback: string;
}) {
  const { label, sort, from, isFigure, isHeadHidden } = column;
  const look = {
    align: isFigure ? ("end" as const) : ("start" as const),
    className: from ? SHOWN_FROM[from] : "",
  };
  if (sort && list) {
    return (
      <SortHead
        list={list}
        name={sort.name}
        fallback={fallback}
        {...(sort.first ? { first: sort.first } : {})}
        {...look}
      >
        {label}
      </SortHead>
    );
  }
  return <ColumnHead {...look}>{isHeadHidden ? <span className="sr-only">{label}</span> : label}</ColumnHead>;
}

/** A table out of its columns. Runs on the server and in the browser alike. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, list = null, fallback = "" } = props;
  const shown = chosenColumns(columns, list);
  return (
    <Table
      label={label}
      head={shown.map((column) => (
        <Head key={column.key} column={column} list={list} fallback={fallback} />
      ))}
    >
      {rows.map((row) => (
        <tr key={keyOf(row)}>
          {shown.map((column) => (
            <Cell key={column.key} className={classOf(column)}>
              {column.cell(row)}
            </Cell>
          ))}
        </tr>
      ))}
    </Table>
  );
}
