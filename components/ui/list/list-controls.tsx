import { Search } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button";
import { Input } from "@/components/ui/form/field";
import { FilterForm } from "./filter-form";
import { listHref, type ListAddress } from "./list-address";

/** A search form for a list. The other filters stay as they are. */
export function ListSearch({ list, label }: { list: ListAddress; label: string }) {
  const { query = "", page: _page, ...otherParams } = list.params;
  return (
    <FilterForm action={list.path} role="search" className="flex min-w-0 flex-1 gap-2 sm:max-w-sm">
      {Object.entries(otherParams)
        .filter(([, value]) => value !== "")
        .map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      <div className="relative min-w-0 flex-1">
        <Search
          className="pointer-events-none absolute start-3 top-3 size-4 text-ink-faint"
          aria-hidden="true"
        />
        {/* The key resets the uncontrolled field when the query of the address changes. */}
        <Input
          key={query}
          type="search"
          name="query"
          defaultValue={query}
          aria-label={label}
          placeholder={label}
          className="ps-9"
        />
      </div>
      <button type="submit" className={buttonClass({ variant: "secondary" })}>
        Search
      </button>
    </FilterForm>
  );
}

type FilterTabsProps = {
  list: ListAddress;
  name: string;
  label: string;
  options: { value: string; label: string }[];
};

const TAB = [
  "inline-flex min-h-8 items-center rounded-full px-3 text-sm text-ink-soft no-underline hover:bg-sunken hover:text-ink",
  "aria-[current=true]:bg-accent-soft aria-[current=true]:font-medium aria-[current=true]:text-accent",
  "forced-colors:aria-[current=true]:outline-2",
].join(" ");

/** A filter as a row of links, one for each choice. */
export const FilterTabs = ({ list, name, label, options }: FilterTabsProps) => (
  <nav aria-label={label}>
    <ul className="-ms-3 flex flex-wrap gap-1">
      {options.map(({ value, label: text }) => (
        <li key={value}>
          <Link
            prefetch={false}
            href={listHref(list, { [name]: value })}
            scroll={false}
            aria-current={(list.params[name] ?? "") === value ? "true" : undefined}
            className={TAB}
          >
            {text}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

export const ListToolbar = ({ children }: { children: ReactNode }) => (
  <div className="mb-5 flex flex-col gap-4 md:flex-row md:items-center md:justify-between">{children}</div>
);
