import type { ComponentProps, ReactNode } from "react";
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
  /** Wraps the table. `ids` are those of its rows. */
  around?: (table: ReactNode, ids: string[]) => ReactNode;
};

/** A `ListView` that shows its rows in a table, the usual case. */
export const ListTable = <Row, Wire extends { id: string | number }>({
  label,
  columns,
  present,
  fallback,
  around = (table) => table,
  ...view
}: ListTableProps<Row, Wire>) => (
  <ListView {...view} columns={columns}>
    {(rows) => {
      const items = rows.map(present);
      return around(
        <DataTable
          label={label}
          columns={columns}
          rows={items}
          rowKey={({ id }) => String(id)}
          list={view.list}
          fallback={fallback}
        />,
        items.map(({ id }) => String(id)),
      );
    }}
  </ListView>
);
