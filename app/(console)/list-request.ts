import type { ColumnChoice } from "@/components/ui/data-table";
import { searchWords, type ListAddress } from "@/components/ui/list-address";

/** The query parameters of a page. */
export type Asked = Record<string, string | string[] | undefined>;
export type PageQuery = Promise<Asked>;

const PER_PAGE = 25;
const LAST_PAGE = 10_000 / PER_PAGE;

/** Returns a query parameter, or an empty string if it is missing or repeated. */
export const textOf = (value: string | string[] | undefined): string =>
  typeof value === "string" ? value : "";

/** Reads a search text. */
export const searchText = (value: string | string[] | undefined): string => searchWords(textOf(value));

const pageNumber = (value: string | string[] | undefined): number => {
  const page = Number.parseInt(textOf(value), 10);
  return page >= 1 ? Math.min(page, LAST_PAGE) : 1;
};

/** Returns `value` if it is one of the choices, otherwise an empty string. A mistyped URL still shows the list. */
export const choice = (value: string | string[] | undefined, choices: readonly string[]): string =>
  choices.includes(textOf(value)) ? textOf(value) : "";

/** Returns each sort key ascending and descending, in the API's notation. */
const bothWays = (keys: readonly string[]): string[] => keys.flatMap((key) => [key, `-${key}`]);

type Narrowing = {
  /** The filters, already read from the URL. */
  filters?: Record<string, string>;
  /** Keys of the API's `sort`. */
  sorts?: readonly string[];
  columns?: readonly ColumnChoice[];
};

/** Builds the address of a list. Sort, page and columns come from the query parameters, if they are valid. */
export function listAddress(
  path: string,
  asked: Asked,
  { filters = {}, sorts, columns }: Narrowing = {},
): ListAddress {
  return {
    path,
    params: {
      ...filters,
      ...(sorts ? { sort: choice(asked.sort, bothWays(sorts)) } : {}),
      page: String(pageNumber(asked.page)),
      ...(columns ? { columns: columnNames(asked.columns, columns) } : {}),
    },
  };
}

/** Builds the query for the service call behind this list. `filters` has the API names of the filters. */
export function verbQuery(
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
const columnNames = (value: string | string[] | undefined, columns: readonly ColumnChoice[]): string => {
  const asked = new Set(textOf(value).split(","));
  return columns
    .filter(({ key }) => asked.has(key))
    .map(({ key }) => key)
    .join();
};

/** Builds the URL of the CSV export of a list: the same filters and sort as `query`, without pages. */
export function csvHref(organizationId: string, path: string, query: URLSearchParams): string {
  const asked = new URLSearchParams(query);
  asked.delete("page");
  asked.delete("per");
  asked.set("format", "csv");
  return `/v1/organizations/${organizationId}/${path}?${asked.toString()}`;
}
