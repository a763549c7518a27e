import { Download } from "lucide-react";
import { Suspense, type ReactNode } from "react";
import { EXPORTED_ROWS, type Page } from "@/lib/kernel/list/page";
import { buttonClass } from "./button";
import { ButtonLink } from "./button-link";
import { ColumnMenu } from "./column-menu";
import type { ColumnChoice } from "./data-table";
import { EmptyState } from "./empty-state";
import type { ListAddress } from "./list-address";
import { Pagination, PastTheEnd } from "./pagination";
import { TableSkeleton } from "./skeleton";

type ListViewProps<Row> = {
  list: ListAddress;
  /** Reads the page that the address names. */
  load: () => Promise<Page<Row>>;
  /** What one row is, and what several are: "badge", "badges". */
  noun: [one: string, many: string];
  /** What stands there while there is nothing at all: why, and the next step. */
  empty: ReactNode;
  /** The columns that can be chosen. */
  columns?: readonly ColumnChoice[];
  /** Address of the same rows as a table (`csvHref`). */
  csv?: string;
  art?: boolean;
  children: (rows: Row[]) => ReactNode;
};

/** Parameters that say how a list is shown, not what is in it. */
const SHOWING = new Set(["sort", "page", "columns"]);

const isNarrowed = ({ params }: ListAddress): boolean =>
  Object.entries(params).some(([name, value]) => value !== "" && !SHOWING.has(name));

const NothingFits = ({ list, noun: [one, many] }: { list: ListAddress; noun: [string, string] }) => (
  <EmptyState
    title={`No ${one} fits`}
    action={
      <ButtonLink variant="secondary" href={list.path}>
        Show all {many}
      </ButtonLink>
    }
  >
    Nothing matches this search and filter.
  </EmptyState>
);

function Tools({
  list,
  columns,
  csv,
  total,
}: Pick<ListViewProps<never>, "list" | "columns" | "csv"> & { total: number }) {
  if (!columns && !csv) return null;
  const most = EXPORTED_ROWS.toLocaleString("en");
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
        <a href={csv} download className={buttonClass({ variant: "quiet", size: "small" })}>
          <Download className="size-4" aria-hidden="true" />
          {total > EXPORTED_ROWS ? `Export CSV (first ${most})` : "Export CSV"}
        </a>
      ) : null}
    </div>
  );
}

async function Shown<Row>({ list, load, noun, empty, columns, csv, children }: ListViewProps<Row>) {
  const page = await load();
  if (page.total === 0) return isNarrowed(list) ? <NothingFits list={list} noun={noun} /> : empty;
  if (page.rows.length === 0) return <PastTheEnd list={list} />;
  const [one, many] = noun;
  return (
    <>
      <Tools list={list} total={page.total} {...(columns ? { columns } : {})} {...(csv ? { csv } : {})} />
      {children(page.rows)}
      <Pagination list={list} page={page} noun={page.total === 1 ? one : many} />
    </>
  );
}

/**
 * A list as its address shows it: the rows with what can be done with all of them and the way to the other pages; or
 * what is to be done where there are none; or, while it is read, its outline.
 */
export const ListView = <Row,>(props: ListViewProps<Row>) => (
  <Suspense
    // Other rows are another list; other columns are not, and the menu of columns stays open.
    key={JSON.stringify({ ...props.list.params, columns: "" })}
    fallback={<TableSkeleton art={props.art ?? false} />}
  >
    <Shown {...props} />
  </Suspense>
);
