import { readFilterTerms, type FilterTerm } from "./filter";
import { parsePage, type PageRequest } from "./page";

/** What a list is asked for: which rows, in which order (`key|-key`, null for the usual one), and which page of them. */
export type ListInput = { filter: FilterTerm[]; sort: string | null; page: PageRequest };

/** Reads `filter`, `sort`, `page` and `per` of a query. 400 for a filter or a page that no list takes. */
export const readListInput = (query: URLSearchParams): ListInput => ({
  filter: readFilterTerms(query),
  sort: query.get("sort"),
  page: parsePage(query),
});
