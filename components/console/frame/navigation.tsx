"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { SECTIONS, type Section } from "./sections";

const isCurrent = (pathname: string, home: string, section: Section): boolean => {
  if (section === "overview") return pathname === home;
  const [first = ""] = SECTIONS[section].path.slice(1).split("/");
  return pathname === `${home}/${first}` || pathname.startsWith(`${home}/${first}/`);
};

const LINK = [
  "flex min-h-10 items-center gap-3 rounded-lg px-3 text-sm text-ink-soft no-underline transition-colors",
  "hover:bg-line/60 hover:text-ink",
  "aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent",
].join(" ");

type NavigationProps = { home: string; sections: Section[]; onNavigate?: () => void };

/** Links to the sections of the console that this person may see. */
export function Navigation({ home, sections, onNavigate }: NavigationProps) {
  const pathname = usePathname();
  return (
    <nav aria-label="Console">
      <ul className="flex flex-col gap-0.5">
        {sections.map((section) => {
          const { label, path, icon: Icon } = SECTIONS[section];
          return (
            <li key={section}>
              <Link
                prefetch={false}
                href={home + path}
                aria-current={isCurrent(pathname, home, section) ? "page" : undefined}
                onClick={() => onNavigate?.()}
                className={LINK}
              >
                <Icon className="size-4.5 shrink-0" aria-hidden="true" strokeWidth={1.75} />
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
