import { X } from "lucide-react";
import Link from "next/link";
import { listHref, type ListAddress } from "@/components/ui/list-address";
import { BADGE_FILTERS, BADGE_FILTER_NAMES, VISIBILITY_LABELS, type BadgeFilter } from "./badge-filters";

type FilterChipsProps = {
  list: ListAddress;
  /** Names of the template and issuer whose ids are in the address. */
  names: { template: string | null; issuer: string | null };
};

const CHIP = [
  "inline-flex min-h-8 items-center gap-1.5 rounded-full border border-line bg-sunken ps-3 pe-2 text-[0.8125rem]",
  "text-ink no-underline hover:border-edge",
].join(" ");

function formatFilterValue(name: BadgeFilter, value: string, names: FilterChipsProps["names"]): string {
  if (name === "badge_template_id") return names.template ?? "deleted template";
  if (name === "issuer_id") return names.issuer ?? "another organization";
  return name === "public" ? (VISIBILITY_LABELS[value] ?? value) : value;
}

/** Shows the active filters. Each is a link to the list without it. */
export function FilterChips({ list, names }: FilterChipsProps) {
  const active = BADGE_FILTER_NAMES.filter((name) => (list.params[name] ?? "") !== "");
  if (active.length === 0) return null;
  const cleared = Object.fromEntries(active.map((name) => [name, ""]));
  return (
    <ul aria-label="Active filters" className="mb-5 flex flex-wrap items-center gap-2">
      {active.map((name) => {
        const text = `${BADGE_FILTERS[name].label}: ${formatFilterValue(name, list.params[name] ?? "", names)}`;
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
