import Link from "next/link";

export type PageTab = { href: string; label: string };

const TAB = [
  "-mb-px inline-flex min-h-10 items-center border-b-2 border-transparent text-sm text-ink-soft no-underline",
  "transition-colors hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium",
  "aria-[current=page]:text-accent",
].join(" ");

/** Links to related pages in a row; in several rows on narrow screens. */
export const PageTabs = ({ label, tabs, current }: { label: string; tabs: PageTab[]; current: string }) => (
  <nav aria-label={label} className="mb-8 border-b border-line">
    <ul className="flex flex-wrap gap-x-6">
      {tabs.map(({ href, label: text }) => (
        <li key={href}>
          <Link
            prefetch={false}
            href={href}
            aria-current={href === current ? "page" : undefined}
            className={TAB}
          >
            {text}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
