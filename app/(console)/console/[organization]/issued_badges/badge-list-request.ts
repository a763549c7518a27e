import {
  BADGE_FILTERS,
  BADGE_FILTER_NAMES,
  type BadgeFilter,
} from "@/components/console/issued-badges/badge-filters";
import type { ColumnChoice } from "@/components/ui/data-table";
import type { ListAddress } from "@/components/ui/list-address";
import { BADGE_STATES } from "@/lib/badges/issued/choices";
import { parseInstant } from "@/lib/kernel/dates";
import { isUuid } from "@/lib/kernel/ids";
import { listAddress, searchText, verbQuery, type Asked } from "../../../list-request";

const SORTS = ["created_at", "issued_at", "state_updated_at", "badge_templates[name]", "users[last_name]"];

const day = (text: string): string => (/^\d{4}-\d\d-\d\d$/.test(text) && parseInstant(text) ? text : "");
const id = (text: string): string => (isUuid(text) ? text : "");
const list = (text: string): string =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)
    .join();

/** Parses the value of each filter. Returns an empty text for an invalid value, which is ignored. */
const READ: Record<BadgeFilter, (text: string) => string> = {
  badge_template_id: id,
  template: (text) => text,
  issued_at_date_min: day,
  issued_at_date_max: day,
  expires_at_date_min: day,
  expires_at_date_max: day,
  public: (text) => (text === "true" || text === "false" ? text : ""),
  issuer_id: id,
  reporting_tags: list,
  skills: list,
};

/** Parses one or several states, separated by commas, as in the links of the overview. */
const statesOf = (value: string | string[] | undefined): string => {
  const asked = searchText(value).split(",");
  return BADGE_STATES.filter((state) => asked.includes(state)).join();
};

/** Builds the address of the list from the query parameters. */
export const badgeListAddress = (path: string, asked: Asked, columns: readonly ColumnChoice[]): ListAddress =>
  listAddress(path, asked, {
    filters: {
      query: searchText(asked.query),
      state: statesOf(asked.state),
      ...Object.fromEntries(BADGE_FILTER_NAMES.map((name) => [name, READ[name](searchText(asked[name]))])),
    },
    sorts: SORTS,
    columns,
  });

/** Builds the query of the service from the address of the list. */
export function badgeListQuery(address: ListAddress): URLSearchParams {
  const { query = "", state = "" } = address.params;
  const filters = BADGE_FILTER_NAMES.map((name) => [BADGE_FILTERS[name].key, address.params[name] ?? ""]);
  return verbQuery(address, { query, state, ...Object.fromEntries(filters) });
}
