import Link from "next/link";
import type { ReactNode } from "react";
import { listHref, type ListAddress } from "./list-address";

type NarrowedProps = { list: ListAddress; without: string[]; children: ReactNode };

/** What a list is narrowed to by another page's link, and the way out of it: its address without these parameters. */
export const Narrowed = ({ list, without, children }: NarrowedProps) => (
  <p className="mb-5 text-sm text-ink-soft">
    {children}{" "}
    <Link
      prefetch={false}
      href={listHref(list, Object.fromEntries(without.map((name) => [name, ""])))}
      className="text-accent underline underline-offset-4"
    >
      Show all
    </Link>
  </p>
);
