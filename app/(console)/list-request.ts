import type { ColumnChoice } from "@/components/ui/list/data-table";
import { isUuid } from "@/lib/kernel/ids";
import { cleanSearchText, type ListAddress } from "@/components/ui/list/list-address";

/** The query parameters of a page. */
export type QueryParameters = Record<string, string | string[] | undefined>;
export type PageQuery = Promise<QueryParameters>;

const PER_PAGE = 25;
const LAST_PAGE = 10_000 / PER_PAGE;

/** Returns a query parameter, or an empty string if it is missing or repeated. */
export const readParameter = (value: string | string[] | undefined): string =>
  typeof value === "string" ? value : "";

/** Reads a search text. */
export const readSearchText = (value: string | string[] | undefined): string =>
  cleanSearchText(readParameter(value));

/** Returns a date such as 2026-12-05, or an empty string for anything else. */
export const readDay = (value: string | string[] | undefined): string => {
  const text = readParameter(value);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : "";
};

const readPageNumber = (value: string | string[] | undefined): number => {
  const page = Number.parseInt(readParameter(value), 10);
  return page >= 1 ? Math.min(page, LAST_PAGE) : 1;
};

/** Returns `value` if it is one of the choices, otherwise an empty string. A mistyped URL still shows the list. */
export const readChoice = (value: string | string[] | undefined, choices: readonly string[]): string =>
  choices.includes(readParameter(value)) ? readParameter(value) : "";

const readId = (value: string | string[] | undefined): string =>
  isUuid(readParameter(value)) ? readParameter(value) : "";

/** Returns each sort key ascending and descending, in the API's notation. */
const withDescending = (keys: readonly string[]): string[] => keys.flatMap((key) => [key, `-${key}`]);

type ListOptions = {
  /** The filters, already read from the URL. */
  filters?: Record<string, string>;
  /** Keys of the API's `sort`. */
  sorts?: readonly string[];
  columns?: readonly ColumnChoice[];
  /** Whether the list has saved views. The address names the one that is open. */
  hasViews?: boolean;
};

/** Builds the address of a list. Sort, page and columns come from the query parameters, if they are valid. */
export function buildListAddress(
  path: string,
  parameters: QueryParameters,
  { filters = {}, sorts, columns, hasViews = false }: ListOptions = {},
): ListAddress {
  return {
    path,
    params: {
      ...filters,
      ...(sorts ? { sort: readChoice(parameters.sort, withDescending(sorts)) } : {}),
      page: String(readPageNumber(parameters.page)),
      ...(columns ? { columns: readColumnNames(parameters.columns, columns) } : {}),
      ...(hasViews ? { view: readId(parameters.view) } : {}),
    },
  };
}

/** Builds the query for the service call behind this list. `filters` has the API names of the filters. */
export function serviceQuery(
  list: ListAddress,
  filters: Record<string, string>,
  per = PER_PAGE,
): URLSearchParams {
  const filter = Object.entries(filters)
    .filter(([, value]) => value !== "")
    .map(([key, value]) => `${key}::${value}`)
    .join("|");
  const query = new URLSearchParams({ page: list.params.page ?? "1", per: String(per) });
  if (filter !== "") query.set("filter", filter);
  if (list.params.sort) query.set("sort", list.params.sort);
  return query;
}

/** Reads the columns from the URL and ignores unknown ones: `name,created`. */
const readColumnNames = (value: string | string[] | undefined, columns: readonly ColumnChoice[]): string => {
  const parameters = new Set(readParameter(value).split(","));
  return columns
    .filter(({ key }) => parameters.has(key))
    .map(({ key }) => key)
    .join();
};

/** Builds the URL of the CSV export of a list: the same filters and sort as `query`, without pages. */
export function csvHref(organizationId: string, path: string, query: URLSearchParams): string {
  const parameters = new URLSearchParams(query);
  parameters.delete("page");
  parameters.delete("per");
  parameters.set("format", "csv");
  return `/v1/organizations/${organizationId}/${path}?${parameters.toString()}`;
}
