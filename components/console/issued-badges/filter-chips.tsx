import { X } from "lucide-react";
import Link from "next/link";
import { listHref, type ListAddress } from "@/components/ui/list/list-address";
import { activeFilters, filterText, type FilterNames } from "./filter-words";

type FilterChipsProps = { list: ListAddress; names: FilterNames };

const CHIP = [
  "inline-flex min-h-8 items-center gap-1.5 rounded-full border border-line bg-sunken ps-3 pe-2 text-[0.8125rem]",
  "text-ink no-underline hover:border-edge",
].join(" ");

/** Shows the active filters. Each is a link to the list without it. */
export function FilterChips({ list, names }: FilterChipsProps) {
  const active = activeFilters(list);
  if (active.length === 0) return null;
  const cleared = Object.fromEntries(active.map((name) => [name, ""]));
  return (
    <ul aria-label="Active filters" className="mb-5 flex flex-wrap items-center gap-2">
      {active.map((name) => {
        const text = filterText(name, list, names);
        return (
          <li key={name}>
            <Link
              prefetch={false}
              href={listHref(list, { [name]: "" })}
              scroll={false}
              aria-label={`Remove filter ${text}`}
              className={CHIP}
            >
              {text}
              <X className="size-3.5 text-ink-faint" aria-hidden="true" />
            </Link>
          </li>
        );
      })}
      {active.length > 1 ? (
        <li>
          <Link
            prefetch={false}
            href={listHref(list, cleared)}
            scroll={false}
            className="inline-flex min-h-8 items-center px-1 text-[0.8125rem] text-accent underline underline-offset-4"
          >
            Remove all filters
          </Link>
        </li>
      ) : null}
    </ul>
  );
}
