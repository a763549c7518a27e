"use client";

import {
  Award,
  Building2,
  Code,
  GraduationCap,
  LayoutDashboard,
  Lightbulb,
  ScrollText,
  Send,
  Settings,
  Users,
  type LucideIcon,
} from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";

export type Section =
  | "overview"
  | "badge_templates"
  | "issue"
  | "issued_badges"
  | "recommendations"
  | "employees"
  | "issuers"
  | "developer"
  | "learning"
  | "settings";

export const SECTIONS: Record<Section, { label: string; path: string; icon: LucideIcon }> = {
  overview: { label: "Overview", path: "", icon: LayoutDashboard },
  badge_templates: { label: "Badge templates", path: "/badge_templates", icon: Award },
  issue: { label: "Issue", path: "/issue", icon: Send },
  issued_badges: { label: "Issued badges", path: "/issued_badges", icon: ScrollText },
  recommendations: { label: "Recommendations", path: "/recommendations", icon: Lightbulb },
  employees: { label: "Employees", path: "/employees", icon: Users },
  issuers: { label: "Issuers", path: "/issuers", icon: Building2 },
  developer: { label: "Developer", path: "/developer", icon: Code },
  learning: { label: "Learning", path: "/learning", icon: GraduationCap },
  settings: { label: "Settings", path: "/settings", icon: Settings },
};

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
