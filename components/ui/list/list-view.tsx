import { Suspense, type ReactNode } from "react";
import { MAX_EXPORTED_ROWS, type Page } from "@/lib/kernel/list/page";
import { ButtonLink } from "@/components/ui/button-link";
import { ColumnMenu } from "./column-menu";
import { CsvExport } from "./csv-export";
import { selectColumns, type ColumnChoice } from "./data-table";
import { EmptyState } from "./empty-state";
import type { ListAddress } from "./list-address";
import { Pagination, PageOutOfRange } from "./pagination";
import { TableSkeleton } from "@/components/ui/skeleton";

type ListViewProps<Row> = {
  list: ListAddress;
  /** Reads the page of the list that the address names. */
  load: () => Promise<Page<Row>>;
  /** The noun for one row and for several: "badge", "badges". */
  noun: [one: string, many: string];
  /** Shown when the list has no rows at all: why, and the next step. */
  empty: ReactNode;
  /** The columns that can be chosen. */
  columns?: readonly ColumnChoice[];
  /** The address of the CSV export of the same rows (`csvHref`). */
  csv?: string;
  art?: boolean;
  children: (rows: Row[], page: Page<Row>) => ReactNode;
};

/** Parameters that change how a list is shown, not which rows it has. */
const DISPLAY_PARAMS = new Set(["sort", "page", "columns", "view"]);

const isFiltered = ({ params }: ListAddress): boolean =>
  Object.entries(params).some(([name, value]) => value !== "" && !DISPLAY_PARAMS.has(name));

const NoResults = ({ list, noun: [, many] }: { list: ListAddress; noun: [string, string] }) => (
  <EmptyState
    title="No results"
    action={
      <ButtonLink variant="secondary" href={list.path}>
        Clear filters
      </ButtonLink>
    }
  >
    No {many} match your search and filters.
  </EmptyState>
);

/** The address of the export with the columns that are shown, under their headings; null when none has a field. */
function shownColumnsHref(csv: string, columns: readonly ColumnChoice[], list: ListAddress): string | null {
  const fields = selectColumns(columns, list).flatMap(({ fields: own = [] }) => own);
  const named = fields.map(([field, heading]) => `${field}=${heading}`).join(",");
  return named === "" ? null : `${csv}&columns=${encodeURIComponent(named)}`;
}

function ListTools({
  list,
  columns,
  csv,
  total,
}: Pick<ListViewProps<never>, "list" | "columns" | "csv"> & { total: number }) {
  if (!columns && !csv) return null;
  const exportLimit = MAX_EXPORTED_ROWS.toLocaleString("en");
  return (
    <div className="-me-2.5 mb-1 flex flex-wrap items-center justify-end gap-1">
      {columns ? (
        <ColumnMenu
          list={list}
          columns={columns.map(({ key, label, isFixed = false, isExtra = false }) => ({
            key,
            label,
            isFixed,
            isExtra,
          }))}
        />
      ) : null}
      {csv ? (
        <CsvExport
          label={total > MAX_EXPORTED_ROWS ? `Export CSV (first ${exportLimit})` : "Export CSV"}
          allFields={csv}
          shownColumns={shownColumnsHref(csv, columns ?? [], list)}
        />
      ) : null}
    </div>
  );
}

async function LoadedList<Row>({ list, load, noun, empty, columns, csv, children }: ListViewProps<Row>) {
  const page = await load();
  if (page.total === 0) return isFiltered(list) ? <NoResults list={list} noun={noun} /> : empty;
  if (page.rows.length === 0) return <PageOutOfRange list={list} />;
  const [one, many] = noun;
  return (
    <>
      <ListTools list={list} total={page.total} {...(columns ? { columns } : {})} {...(csv ? { csv } : {})} />
      {children(page.rows, page)}
      <Pagination list={list} page={page} noun={page.total === 1 ? one : many} />
    </>
  );
}

/**
 * A list in the state that its address describes: the rows with tools and pagination, an empty state, or a skeleton
 * while it loads.
 */
export const ListView = <Row,>(props: ListViewProps<Row>) => (
  <Suspense
    // Other filters show the skeleton again. Other columns do not, so that the column menu stays open.
    key={JSON.stringify({ ...props.list.params, columns: "" })}
    fallback={<TableSkeleton art={props.art ?? false} />}
  >
    <LoadedList {...props} />
  </Suspense>
);
