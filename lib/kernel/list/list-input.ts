import { readFilterTerms, type FilterTerm } from "./filter";
import { readPageRequest, type PageRequest } from "./page";

/** The parameters of a list: which rows, in which order (`key|-key`, null for the default), and which page. */
export type ListInput = { filter: FilterTerm[]; sort: string | null; page: PageRequest };

/** Reads `filter`, `sort`, `page` and `per` of a query. Throws 400 for a filter or a page that no list accepts; `advice` as in `readPageRequest`. */
export const readListInput = (query: URLSearchParams, advice?: string): ListInput => ({
  filter: readFilterTerms(query),
  sort: query.get("sort"),
  page: readPageRequest(query, advice),
});
