import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { listHref, type ListAddress } from "./list-address";

type TableProps = { label: string; head: ReactNode; children: ReactNode };

/** A table with lines between its rows. The cells of less important columns are hidden on narrow screens. */
export const Table = ({ label, head, children }: TableProps) => (
  <table className="w-full border-collapse text-sm">
    <caption className="sr-only">{label}</caption>
    <thead className="border-b border-line text-start text-2xs text-ink-faint">
      <tr>{head}</tr>
    </thead>
    <tbody className="divide-y divide-line border-b border-line">{children}</tbody>
  </table>
);

type Alignment = "start" | "end";

// Padding on one side only, so that the last visible column ends flush, whichever columns a narrow screen hides.
const PADDING = "ps-3 first:ps-0 sm:ps-5";

/** The heading of a column that cannot be sorted. */
export const ColumnHead = ({
  align = "start",
  className = "",
  children,
}: {
  align?: Alignment;
  className?: string;
  children: ReactNode;
}) => (
  <th
    scope="col"
    className={`${PADDING} py-2.5 font-medium whitespace-nowrap ${align === "end" ? "text-end" : "text-start"} ${className}`}
  >
    {children}
  </th>
);

type SortHeadProps = {
  list: ListAddress;
  /** The key of the API's `sort`. */
  name: string;
  /** The sort order when the address names none. */
  fallback: string;
  /** The direction of the first click. */
  first?: Order;
  align?: Alignment;
  className?: string;
  children: ReactNode;
};

type Order = "asc" | "desc";

const ARIA_SORT = { asc: "ascending", desc: "descending" } as const;
const REVERSED_ORDER: Record<Order, Order> = { asc: "desc", desc: "asc" };

const sortOrder = (sort: string, name: string): Order | null =>
  sort === name ? "asc" : sort === `-${name}` ? "desc" : null;

const LINK = "inline-flex min-h-9 items-center gap-1 text-ink-faint no-underline hover:text-ink";

/** The heading of a column that sorts the list. Another click reverses the order. */
export function SortHead(props: SortHeadProps) {
  const { list, name, fallback, first = "asc", align = "start", className = "", children } = props;
  const order = sortOrder(list.params.sort || fallback, name);
  const next = order ? REVERSED_ORDER[order] : first;
  const isEnd = align === "end";
  return (
    <th
      scope="col"
      aria-sort={order ? ARIA_SORT[order] : "none"}
      className={`${PADDING} font-medium whitespace-nowrap ${isEnd ? "text-end" : "text-start"} ${className}`}
    >
      <Link
        prefetch={false}
        href={listHref(list, { sort: next === "desc" ? `-${name}` : name })}
        scroll={false}
        className={isEnd ? `${LINK} flex-row-reverse` : LINK}
      >
        {children}
        <Arrow order={order} />
      </Link>
    </th>
  );
}

const Arrow = ({ order }: { order: Order | null }) => (
  <span aria-hidden="true" className={order ? "text-ink" : "invisible"}>
    {order === "asc" ? "↑" : "↓"}
  </span>
);

/** A table cell. Numbers are right-aligned in tabular figures. */
export const Cell = ({
  number = false,
  className = "",
  ...rest
}: ComponentProps<"td"> & { number?: boolean }) => (
  <td
    {...rest}
    className={`cell-lines ${PADDING} h-11 py-1.5 align-middle comfortable:py-3 ${number ? "figures" : ""} ${className}`}
  />
);
