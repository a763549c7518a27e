import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { listHref, type ListAddress } from "./list-address";

type TableProps = { label: string; head: ReactNode; children: ReactNode };

/** A table with rules between its rows. Columns that matter less are hidden by their cells on narrow screens. */
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

const PADDING = "px-3 first:ps-0 last:pe-0";

/** The head of a column that cannot be sorted. */
export const ColumnHead = ({ align = "start", className = "", children }: { align?: Alignment; className?: string; children: ReactNode }) => (
  <th scope="col" className={`${PADDING} py-2.5 font-medium ${align === "end" ? "text-end" : "text-start"} ${className}`}>
    {children}
  </th>
);

type SortHeadProps = {
  list: ListAddress;
  /** The key of the API's `sort`. */
  name: string;
  /** The sort that holds when the address names none. */
  fallback: string;
  /** The direction of the first press. */
  first?: "asc" | "desc";
  align?: Alignment;
  className?: string;
  children: ReactNode;
};

const DIRECTIONS = { asc: "ascending", desc: "descending" } as const;

/** The head of a column that sorts the list when it is pressed; again turns it round. */
export function SortHead({ list, name, fallback, first = "asc", align = "start", className = "", children }: SortHeadProps) {
  const sort = list.params.sort || fallback;
  const direction = sort === name ? "asc" : sort === `-${name}` ? "desc" : null;
  const next = direction === null ? first : direction === "asc" ? "desc" : "asc";
  return (
    <th
      scope="col"
      aria-sort={direction ? DIRECTIONS[direction] : "none"}
      className={`${PADDING} font-medium ${align === "end" ? "text-end" : "text-start"} ${className}`}
    >
      <Link
        href={listHref(list, { sort: next === "desc" ? `-${name}` : name })}
        scroll={false}
        className="inline-flex min-h-9 items-center gap-1 text-ink-faint no-underline hover:text-ink"
      >
        {children}
        <span aria-hidden="true" className={direction ? "text-ink" : "invisible"}>
          {direction === "asc" ? "↑" : "↓"}
        </span>
      </Link>
    </th>
  );
}

/** A cell; numbers stand right-aligned in tabular figures. */
export const Cell = ({ number = false, className = "", ...rest }: ComponentProps<"td"> & { number?: boolean }) => (
  <td {...rest} className={`${PADDING} py-3 align-middle ${number ? "figures" : ""} ${className}`} />
);
