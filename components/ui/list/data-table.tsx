import type { ReactNode } from "react";
import type { ListAddress } from "./list-address";
import { Cell, ColumnHead, SortHead, Table } from "./table";

/** Classes that hide a column below a window width. */
const VISIBLE_FROM = {
  sm: "hidden sm:table-cell",
  md: "hidden md:table-cell",
  lg: "hidden lg:table-cell",
  xl: "hidden xl:table-cell",
} as const;

/** The part of a column that does not depend on its rows. */
export type ColumnChoice = {
  /** The column's name in the `columns` parameter of the address. */
  key: string;
  label: string;
  /** Always shown: the name of the row, or its actions. */
  isFixed?: boolean;
  /** Shown only when chosen. */
  isExtra?: boolean;
  /** The fields of the API that the CSV export has for this column, each with its heading, without commas. */
  fields?: readonly (readonly [field: string, heading: string])[];
};

/** A column of a table with its cells. */
export type Column<Row> = ColumnChoice & {
  cell: (row: Row) => ReactNode;
  /** The key of the API's `sort`, and the direction of the first click. */
  sort?: { name: string; first?: "asc" | "desc" };
  /** Aligns numbers and dates to the end of the cell, in tabular figures. */
  isFigure?: boolean;
  from?: keyof typeof VISIBLE_FROM;
  /** Shows the heading to screen readers only, for a column of buttons. */
  isHeadHidden?: boolean;
  className?: string;
};

/** The column of the actions on each row, a menu at its end. */
export const rowActions = <Row,>(cell: (row: Row) => ReactNode): Column<Row> => ({
  key: "actions",
  label: "Actions",
  isFixed: true,
  isHeadHidden: true,
  className: "w-px",
  cell,
});

/** Returns the columns that the address names, or the default columns when it names none. */
export function selectColumns<Choice extends ColumnChoice>(
  columns: readonly Choice[],
  list: ListAddress | null,
): Choice[] {
  const named = list?.params.columns ?? "";
  if (named === "") return columns.filter(({ isExtra }) => !isExtra);
  const chosenKeys = new Set(named.split(","));
  return columns.filter(({ key, isFixed }) => isFixed || chosenKeys.has(key));
}

const sortKey = (sort: string): string => sort.replace(/^-/, "");

/**
 * Returns the columns to show. The one by which the address sorts is always among them, on narrow screens too, so that
 * the order of the rows can be understood.
 */
function visibleColumns<Row>(columns: readonly Column<Row>[], list: ListAddress | null): Column<Row>[] {
  const sorted = sortKey(list?.params.sort ?? "");
  const chosen = new Set(selectColumns(columns, list));
  return columns.flatMap((column) => {
    if (sorted === "" || column.sort?.name !== sorted) return chosen.has(column) ? [column] : [];
    const { from: _from, ...shown } = column;
    return [shown];
  });
}

type DataTableProps<Row> = {
  /** The table's caption, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The list's address. Without it the table cannot be sorted and its columns cannot be chosen. */
  list?: ListAddress | null;
  /** The sort order when the address names none. */
  fallback?: string;
};

const cellClass = <Row,>({ from, isFigure, className = "" }: Column<Row>): string =>
  [from ? VISIBLE_FROM[from] : "", isFigure ? "text-end tabular-nums" : "", className]
    .filter(Boolean)
    .join(" ");

function HeadCell<Row>({
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
    className: from ? VISIBLE_FROM[from] : "",
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

/** A table built from its columns. Renders on the server and in the browser. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, list = null, fallback = "" } = props;
  const shown = visibleColumns(columns, list);
  return (
    <Table
      label={label}
      head={shown.map((column) => (
        <HeadCell key={column.key} column={column} list={list} fallback={fallback} />
      ))}
    >
      {rows.map((row) => (
        <tr key={rowKey(row)} data-row={rowKey(row)}>
          {shown.map((column) => (
            <Cell key={column.key} className={cellClass(column)}>
              {column.cell(row)}
            </Cell>
          ))}
        </tr>
      ))}
    </Table>
  );
}
