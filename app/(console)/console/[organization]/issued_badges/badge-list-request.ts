import {
  BADGE_FILTERS,
  BADGE_FILTER_NAMES,
  type FilterKind,
} from "@/components/console/issued-badges/badge-filters";
import type { ColumnChoice } from "@/components/ui/data-table";
import type { ListAddress } from "@/components/ui/list-address";
import { EXPIRING_STATES, SHOWN_STATES } from "@/components/console/issued-badges/badge-state";
import { clock } from "@/lib/kernel/clock";
import { parseInstant } from "@/lib/kernel/dates";
import { isUuid } from "@/lib/kernel/ids";
import { buildListAddress, readSearchText, serviceQuery, type QueryParameters } from "../../../list-request";

export const SORTS = [
  "created_at",
  "issued_at",
  "state_updated_at",
  "badge_templates[name]",
  "users[last_name]",
];

const parseDay = (text: string): string => (/^\d{4}-\d\d-\d\d$/.test(text) && parseInstant(text) ? text : "");
const parseId = (text: string): string => (isUuid(text) ? text : "");
const parseList = (text: string): string =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)
    .join();

/** Parses the value of a filter. Returns an empty text for an invalid value, which is ignored. */
const PARSERS: Record<FilterKind, (text: string) => string> = {
  text: (text) => text,
  day: parseDay,
  boolean: (text) => (text === "true" || text === "false" ? text : ""),
  issuer: parseId,
  list: parseList,
  template: parseId,
};

/** Parses one or several states, separated by commas, as in the links of the overview. */
const parseStates = (value: string | string[] | undefined): string => {
  const asked = readSearchText(value).split(",");
  return SHOWN_STATES.filter((state) => asked.includes(state)).join();
};

/**
 * Returns the filters of the API for states as people see them. "Expired" alone is every badge that has expired; "pending"
 * and "accepted" leave those out, unless "expired" is named, too. `now` is an ISO 8601 timestamp.
 */
function stateFilters(shown: string, now: string): Record<string, string> {
  const states = shown.split(",").filter((state) => state !== "" && state !== "expired");
  const namesExpired = shown.split(",").includes("expired");
  if (states.length === 0)
    return namesExpired ? { state: EXPIRING_STATES.join(), expires_at_max: now } : { state: "" };
  const canExpire = states.every((state) => EXPIRING_STATES.some((one) => one === state));
  return { state: states.join(), ...(canExpire && !namesExpired ? { expires_at_min: now } : {}) };
}

/** Builds the address of the list from the query parameters. */
export const badgeListAddress = (
  path: string,
  asked: QueryParameters,
  columns: readonly ColumnChoice[],
): ListAddress =>
  buildListAddress(path, asked, {
    filters: {
      query: readSearchText(asked.query),
      state: parseStates(asked.state),
      ...Object.fromEntries(
        BADGE_FILTER_NAMES.map((name) => [
          name,
          PARSERS[BADGE_FILTERS[name].kind](readSearchText(asked[name])),
        ]),
      ),
    },
    sorts: SORTS,
    columns,
    hasViews: true,
  });

/** Builds the query of the service from the address of the list. */
export function badgeListQuery(address: ListAddress): URLSearchParams {
  const { query = "", state = "" } = address.params;
  const filters = BADGE_FILTER_NAMES.map((name) => [BADGE_FILTERS[name].key, address.params[name] ?? ""]);
  return serviceQuery(address, {
    query,
    ...stateFilters(state, clock.now().toISOString()),
    ...Object.fromEntries(filters),
  });
}
