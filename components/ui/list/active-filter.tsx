import Link from "next/link";
import type { ReactNode } from "react";
import { listHref, type ListAddress } from "./list-address";

type ActiveFilterProps = { list: ListAddress; without: string[]; children: ReactNode };

/** Describes a filter that another page's link set, with a link to the list without these parameters. */
export const ActiveFilter = ({ list, without, children }: ActiveFilterProps) => (
  <p className="mb-5 text-sm text-ink-soft">
    {children}{" "}
    <Link
      prefetch={false}
      href={listHref(list, Object.fromEntries(without.map((name) => [name, ""])))}
      className="text-accent underline underline-offset-4"
    >
      Remove filter
    </Link>
  </p>
);
