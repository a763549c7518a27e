import type { ComponentProps } from "react";
import { DataTable, type Column } from "./data-table";
import { ListView } from "./list-view";

type ViewProps<Row> = ComponentProps<typeof ListView<Row>>;

type ListTableProps<Row, Wire extends { id: string | number }> = Omit<
  ViewProps<Row>,
  "columns" | "children"
> & {
  /** The table's caption, for screen readers. */
  label: string;
  columns: readonly Column<Wire>[];
  present: (row: Row) => Wire;
  /** The sort order when the address names none. */
  fallback: string;
};

/** A `ListView` that shows its rows in a table, the usual case. */
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
        rowKey={({ id }) => String(id)}
        list={view.list}
        fallback={fallback}
      />
    )}
  </ListView>
);
