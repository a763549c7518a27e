"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useId } from "react";
import { navigationLabel, SECTION_GROUPS, SECTIONS, type Section } from "./sections";

const isCurrent = (pathname: string, home: string, section: Section): boolean => {
  if (section === "overview") return pathname === home;
  const [first = ""] = SECTIONS[section].path.slice(1).split("/");
  return pathname === `${home}/${first}` || pathname.startsWith(`${home}/${first}/`);
};

const LINK = [
  "flex min-h-9 items-center gap-3 rounded-lg px-3 text-sm text-ink-soft no-underline transition-colors",
  "pointer-coarse:min-h-11",
  "hover:bg-line/60 hover:text-ink",
  "aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent",
].join(" ");

type NavigationProps = { home: string; sections: Section[]; onNavigate?: () => void };

function SectionList({ home, sections, onNavigate, labelId }: NavigationProps & { labelId?: string }) {
  const pathname = usePathname();
  return (
    <ul className="flex flex-col gap-0.5" aria-labelledby={labelId}>
      {sections.map((section) => {
        const { path, icon: Icon } = SECTIONS[section];
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
              {navigationLabel(section)}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** Links to the sections of the console that this person may see, in groups. */
export function Navigation({ sections, ...rest }: NavigationProps) {
  const id = useId();
  const groups = SECTION_GROUPS.map(({ label, sections: all }) => ({
    label,
    shown: all.filter((section) => sections.includes(section)),
  })).filter(({ shown }) => shown.length > 0);
  return (
    <nav aria-label="Console" className="flex flex-col gap-0.5">
      {groups.map(({ label, shown }) =>
        label === null ? (
          <SectionList key={shown.join()} sections={shown} {...rest} />
        ) : (
          <div key={label} className="mt-3 mb-2">
            <p id={`${id}-${label}`} className="px-3 pb-1 text-2xs font-medium text-ink-faint">
              {label}
            </p>
            <SectionList sections={shown} labelId={`${id}-${label}`} {...rest} />
          </div>
        ),
      )}
    </nav>
  );
}
