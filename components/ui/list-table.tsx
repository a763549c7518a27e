import type { ComponentProps } from "react";
import { DataTable, type Column } from "./data-table";
import { ListView } from "./list-view";

type ViewProps<Row> = ComponentProps<typeof ListView<Row>>;

type ListTableProps<Row, Wire extends { id: string | number }> = Omit<
  ViewProps<Row>,
  "columns" | "children"
> & {
  /** What the table is, for listeners. */
  label: string;
  columns: readonly Column<Wire>[];
  present: (row: Row) => Wire;
  /** The sort that holds when the address names none. */
  fallback: string;
};

/** A list as a table: the usual case of `ListView`. */
export const ListTable = <Row, Wire extends { id: string | number }>({
  label,
  columns,
  present,
  fallback,
  ...view
}: ListTableProps<Row, Wire>) => (
  <ListView {...view} columns={columns}>
    {(rows) => (
      <DataTable
        label={label}
        columns={columns}
        rows={rows.map(present)}
        keyOf={({ id }) => String(id)}
        list={view.list}
        fallback={fallback}
      />
    )}
  </ListView>
);
