import { badRequest } from "@/lib/kernel/errors";
import { parseFilter, readFilterTerms } from "@/lib/kernel/list/filter";
import { parseSort } from "@/lib/kernel/list/sort";

/**
 * A list that knows no filters must not answer as if it had filtered; those in brackets among `documented` it reads
 * itself.
 */
export function refuseCriteria(query: URLSearchParams, documented: object = {}): void {
  const others = new URLSearchParams([...query].filter(([name]) => !(name in documented)));
  parseFilter(readFilterTerms(others), {});
  parseSort(query.get("sort"), {}, []);
}

/** A walk has one order and one way, and would go round in circles for whoever counts pages. */
export function refusePages(query: URLSearchParams): void {
  for (const name of ["sort", "page"]) {
    if (!query.get(name)) continue;
    throw badRequest(
      "invalid_parameter",
      `${name} is not taken here: follow next_page_url until it is null.`,
    );
  }
}
