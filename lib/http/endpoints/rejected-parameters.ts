import { badRequest } from "@/lib/kernel/errors";
import { parseFilter, readFilterTerms } from "@/lib/kernel/list/filter";
import { parseSort } from "@/lib/kernel/list/sort";

/**
 * Throws 400 for `filter` and `sort`, so that a list without filters does not respond as if it had filtered. Parameters
 * among `documented` are allowed, because the list reads them itself.
 */
export function rejectFilterAndSort(query: URLSearchParams, documented: object = {}): void {
  const others = new URLSearchParams([...query].filter(([name]) => !(name in documented)));
  parseFilter(readFilterTerms(others), {});
  parseSort(query.get("sort"), {}, []);
}

/**
 * Throws 400 for `sort` and `page`: a cursor scan has one order, and a client that counts pages would get the first
 * batch again and again.
 */
export function rejectSortAndPage(query: URLSearchParams): void {
  for (const name of ["sort", "page"]) {
    if (!query.get(name)) continue;
    throw badRequest(
      "invalid_parameter",
      `${name} is not accepted here. Follow next_page_url until it is null.`,
    );
  }
}
