import {
  BADGE_FILTERS,
  BADGE_FILTER_NAMES,
  type FilterKind,
} from "@/components/console/issued-badges/badge-filters";
import type { ColumnChoice } from "@/components/ui/list/data-table";
import type { ListAddress } from "@/components/ui/list/list-address";
import { EXPIRING_STATES, SHOWN_STATES } from "@/components/console/issued-badges/badge-state";
import { validityBound } from "@/lib/badges/issued/choices";
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

/** The dates of badges that have ended or begun, and of those that have not. */
function dateFilters(now: Date) {
  const bound = validityBound(now);
  const [next, last] = [bound.toISOString(), new Date(bound.getTime() - 1).toISOString()];
  return {
    ended: { expires_at_max: last },
    lasting: { expires_at_min: next },
    begun: { issued_at_max: last },
    later: { issued_at_min: next },
  };
}

/**
 * Returns the filters of the API for states as people see them. "Expired" alone is every badge that has expired, and "not
 * valid yet" every accepted one that begins later. "Pending" and "accepted" leave expired ones out, and "accepted" alone
 * those that begin later, unless these are named, too.
 */
function stateFilters(shown: string, now: Date): Record<string, string> {
  const named = shown.split(",").filter((state) => state !== "");
  const { ended, lasting, begun, later } = dateFilters(now);
  switch (named.join()) {
    case "expired":
      return { state: EXPIRING_STATES.join(), ...ended };
    case "not_yet_valid":
      return { state: "accepted", ...later };
    case "accepted":
      return { state: "accepted", ...lasting, ...begun };
  }
  const stored = named.map((state) => (state === "not_yet_valid" ? "accepted" : state));
  const states = [...new Set(stored)].filter((state) => state !== "expired");
  const canExpire = states.length > 0 && states.every((one) => EXPIRING_STATES.some((each) => each === one));
  return { state: states.join(), ...(canExpire && !named.includes("expired") ? lasting : {}) };
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
    ...stateFilters(state, clock.now()),
    ...Object.fromEntries(filters),
  });
}
