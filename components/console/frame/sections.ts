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
import type { Scope } from "@/lib/access/callers/choices";

type SectionDetails = {
  label: string;
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
  badge_templates: { label: "Badge templates", path: "/badge_templates", icon: Award, permission: null },
  issue: {
    label: "Issue",
    path: "/issue",
    icon: Send,
    permission: { scope: "issued_badges", access: "write" },
  },
  issued_badges: { label: "Issued badges", path: "/issued_badges", icon: ScrollText, permission: null },
  recommendations: {
    label: "Recommendations",
    path: "/recommendations",
    icon: Lightbulb,
    permission: read("recommendations"),
  },
  employees: { label: "Employees", path: "/employees", icon: Users, permission: read("workforce") },
  issuers: { label: "Issuers", path: "/issuers", icon: Building2, permission: read("memberships") },
  developer: { label: "Developer", path: "/developer", icon: Code, permission: read("events") },
  learning: { label: "Learning", path: "/learning", icon: GraduationCap, permission: read("issued_badges") },
  settings: { label: "Settings", path: "/settings", icon: Settings, permission: read("memberships") },
} satisfies Record<string, SectionDetails>;

export type Section = keyof typeof SECTIONS;
