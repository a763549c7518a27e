import type { ColumnChoice } from "@/components/ui/data-table";
import { searchWords, type ListAddress } from "@/components/ui/list-address";

/** What an address asks for beside its path. */
export type Asked = Record<string, string | string[] | undefined>;
export type PageQuery = Promise<Asked>;

const PER_PAGE = 25;
const LAST_PAGE = 10_000 / PER_PAGE;

/** A parameter of the address, when it is there once. */
export const textOf = (value: string | string[] | undefined): string =>
  typeof value === "string" ? value : "";

/** Free text for a filter. */
export const searchText = (value: string | string[] | undefined): string => searchWords(textOf(value));

const pageNumber = (value: string | string[] | undefined): number => {
  const page = Number.parseInt(textOf(value), 10);
  return page >= 1 ? Math.min(page, LAST_PAGE) : 1;
};

/** `value` when it is one of the choices, otherwise empty: an address that was mistyped still shows the list. */
export const choice = (value: string | string[] | undefined, choices: readonly string[]): string =>
  choices.includes(textOf(value)) ? textOf(value) : "";

/** Each key in both directions, as the API's `sort` writes them. */
const bothWays = (keys: readonly string[]): string[] => keys.flatMap((key) => [key, `-${key}`]);

type Narrowing = {
  /** The parameters that say what is in the list, read from the address. */
  filters?: Record<string, string>;
  /** Keys of the API's `sort`. */
  sorts?: readonly string[];
  columns?: readonly ColumnChoice[];
};

/** A list as an address asks for it: `asked` decides on its sort, page and columns as far as there are such. */
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

/** The query of the service verb that shows this address: the filters under their API names. */
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

/** The columns that an address names, as far as there are such: `name,created`. */
const columnNames = (value: string | string[] | undefined, columns: readonly ColumnChoice[]): string => {
  const asked = new Set(textOf(value).split(","));
  return columns
    .filter(({ key }) => asked.has(key))
    .map(({ key }) => key)
    .join();
};

/** Where the interface answers the rows of a list as a table: what `query` of its verb asks for, whole. */
export function csvHref(organizationId: string, path: string, query: URLSearchParams): string {
  const asked = new URLSearchParams(query);
  asked.delete("page");
  asked.delete("per");
  asked.set("format", "csv");
  return `/v1/organizations/${organizationId}/${path}?${asked.toString()}`;
}
