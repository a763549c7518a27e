"use client";

import { useTranslations } from "next-intl";
import Link from "next/link";
import { usePathname } from "next/navigation";

const PAGES = [
  ["badges", "/wallet"],
  ["employers", "/wallet/employers"],
  ["applications", "/wallet/applications"],
  ["account", "/wallet/account"],
] as const;

const LINK = [
  "inline-flex min-h-9 items-center rounded-lg px-3 text-sm text-ink-soft no-underline hover:bg-sunken hover:text-ink",
  "aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent",
].join(" ");

/** Returns the section of a path. All pages about badges belong to one section. */
const findSection = (path: string): string =>
  PAGES.find(([name, href]) => name !== "badges" && path.startsWith(href))?.[1] ?? "/wallet";

/** The navigation between the sections of the wallet. */
export function NavLinks() {
  const t = useTranslations("wallet.nav");
  const path = usePathname();
  const section = findSection(path);
  return (
    <nav aria-label={t("label")}>
      <ul className="-mx-3 flex flex-wrap gap-1">
        {PAGES.map(([name, href]) => (
          <li key={href}>
            <Link
              prefetch={false}
              href={href}
              aria-current={href === path ? "page" : href === section ? "true" : undefined}
              className={LINK}
            >
              {t(name)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
