import Link from "next/link";
import { servedPageCount } from "@/lib/kernel/list/envelope";
import { buttonClass } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "./empty-state";
import { listHref, type ListAddress } from "./list-address";

type PaginationProps = {
  list: ListAddress;
  /** The position of the rows. `isTotalMinimum`: there are more rows than were counted. */
  page: { page: number; per: number; total: number; isTotalMinimum?: boolean };
  noun: string;
};

const formatNumber = (value: number): string => value.toLocaleString("en");

const STEP = buttonClass({ variant: "secondary", size: "small" });

/** Shows which rows of how many are on this page, with links to the other pages. */
export function Pagination({ list, page: shown, noun }: PaginationProps) {
  const { page, per, total, isTotalMinimum } = shown;
  const last = servedPageCount({ total, per });
  const all = isTotalMinimum ? `more than ${formatNumber(total)}` : formatNumber(total);
  const hasUnreachableRows = page === last && (isTotalMinimum || last * per < total);
  const from = Math.min((page - 1) * per + 1, total);
  const to = Math.min(page * per, total);
  const range = last === 1 ? formatNumber(total) : `${formatNumber(from)}–${formatNumber(to)} of ${all}`;
  return (
    <nav
      aria-label="Pages"
      className="mt-4 flex flex-wrap items-center justify-between gap-3 text-sm text-ink-soft"
    >
      <p className="tabular-nums">
        {range} {noun}
        {hasUnreachableRows ? ". Search or filter to see the others." : null}
      </p>
      {last > 1 ? (
        <div className="flex gap-2">
          {page > 1 ? (
            <Link
              prefetch={false}
              href={listHref(list, { page: page > 2 ? String(page - 1) : "" })}
              className={STEP}
              rel="prev"
            >
              Previous
            </Link>
          ) : null}
          {page < last ? (
            <Link
              prefetch={false}
              href={listHref(list, { page: String(page + 1) })}
              className={STEP}
              rel="next"
            >
              Next
            </Link>
          ) : null}
        </div>
      ) : null}
    </nav>
  );
}

/** Shown instead of an empty table when the address names a page after the last one. */
export const PageOutOfRange = ({ list }: { list: ListAddress }) => (
  <EmptyState
    title="This page does not exist"
    action={
      <ButtonLink variant="secondary" href={listHref(list, {})}>
        Go to first page
      </ButtonLink>
    }
  />
);
