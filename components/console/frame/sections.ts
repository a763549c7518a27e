import {
  Award,
  Building2,
  ChartColumn,
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
import type { Scope } from "@/lib/access/callers/choices";

type SectionDetails = {
  label: string;
  /** In the navigation, where the name of the group stands above it. */
  shortLabel?: string;
  /** Below the organization's home. */
  path: string;
  icon: LucideIcon;
  /** What a member must be allowed to do to see the section. Null: every member sees it. */
  permission: { scope: Scope; access: "read" | "write" } | null;
};

const read = (scope: Scope) => ({ scope, access: "read" as const });

/** The sections of the console, in the order of the navigation. */
export const SECTIONS = {
  overview: { label: "Overview", path: "", icon: LayoutDashboard, permission: null },
  badge_templates: {
    label: "Badge templates",
    shortLabel: "Templates",
    path: "/badge_templates",
    icon: Award,
    permission: null,
  },
  issued_badges: {
    label: "Issued badges",
    shortLabel: "Issued",
    path: "/issued_badges",
    icon: ScrollText,
    permission: null,
  },
  issue: {
    label: "Issue",
    path: "/issue",
    icon: Send,
    permission: { scope: "issued_badges", access: "write" },
  },
  recommendations: {
    label: "Recommendations",
    path: "/recommendations",
    icon: Lightbulb,
    permission: read("recommendations"),
  },
  analytics: { label: "Analytics", path: "/analytics", icon: ChartColumn, permission: read("issued_badges") },
  employees: { label: "Employees", path: "/employees", icon: Users, permission: read("workforce") },
  issuers: { label: "Issuers", path: "/issuers", icon: Building2, permission: read("memberships") },
  learning: { label: "Learning", path: "/learning", icon: GraduationCap, permission: read("issued_badges") },
  developer: { label: "Developer", path: "/developer", icon: Code, permission: read("events") },
  settings: { label: "Settings", path: "/settings", icon: Settings, permission: read("memberships") },
} satisfies Record<string, SectionDetails>;

export type Section = keyof typeof SECTIONS;

/** The groups of the navigation. One without a label has a single section. */
export const SECTION_GROUPS: { label: string | null; sections: Section[] }[] = [
  { label: null, sections: ["overview"] },
  {
    label: "Badges",
    sections: ["badge_templates", "issued_badges", "issue", "recommendations", "analytics"],
  },
  { label: "People", sections: ["employees", "issuers"] },
  { label: null, sections: ["learning"] },
  { label: null, sections: ["developer"] },
  { label: null, sections: ["settings"] },
];

/** The name of a section in the navigation. */
export const navigationLabel = (section: Section): string => {
  const { label, shortLabel = label }: SectionDetails = SECTIONS[section];
  return shortLabel;
};
