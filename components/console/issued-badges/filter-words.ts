import type { ListAddress } from "@/components/ui/list/list-address";
import { BADGE_FILTERS, BADGE_FILTER_NAMES, VISIBILITY_LABELS, type BadgeFilter } from "./badge-filters";
import { STATE_LABELS, type ShownState } from "./badge-state";

/** Names of the template and issuer whose ids are in the address. */
export type FilterNames = { template: string | null; issuer: string | null };

function formatFilterValue(name: BadgeFilter, value: string, names: FilterNames): string {
  if (name === "badge_template_id") return names.template ?? "deleted template";
  if (name === "issuer_id") return names.issuer ?? "another organization";
  return name === "public" ? (VISIBILITY_LABELS[value] ?? value) : value;
}

/** Returns a filter as people read it: "Template: Tidal Zones". */
export const filterText = (name: BadgeFilter, { params }: ListAddress, names: FilterNames): string =>
  `${BADGE_FILTERS[name].label}: ${formatFilterValue(name, params[name] ?? "", names)}`;

/** Returns the filters that the address has. */
export const activeFilters = ({ params }: ListAddress): BadgeFilter[] =>
  BADGE_FILTER_NAMES.filter((name) => (params[name] ?? "") !== "");

/** Returns all that limits the list, also its search and its states, as people read it. */
export function describeFilters(list: ListAddress, names: FilterNames): string[] {
  const { query = "", state = "" } = list.params;
  const states = state.split(",").flatMap((one) => STATE_LABELS[one as ShownState] ?? []);
  return [
    ...(query === "" ? [] : [`Search: “${query}”`]),
    ...(states.length > 0 ? [`State: ${states.join(", ")}`] : []),
    ...activeFilters(list).map((name) => filterText(name, list, names)),
  ];
}
