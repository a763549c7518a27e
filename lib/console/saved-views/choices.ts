import type { Scope } from "@/lib/access/callers/choices";

/** The lists that have saved views, with the scope that reading each needs. */
export const VIEW_LISTS = {
  issued_badges: "issued_badges",
  badge_templates: "badge_templates",
  employees: "workforce",
} as const satisfies Record<string, Scope>;

export type ViewList = keyof typeof VIEW_LISTS;
export const VIEW_LIST_NAMES = Object.keys(VIEW_LISTS) as [ViewList, ...ViewList[]];

/** Maximum views of a list: of one person, and shared ones of an organization. */
export const MAX_VIEWS = 50;
