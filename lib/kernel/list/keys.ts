/** The keys that a list's `filter` and `sort` take, for its documentation. */
export type ListKeys = { filter: string[]; sort: string[] };

/** The keys of a domain's tables of filters and sorts. */
export const listKeys = (filters: object, sorts: object): ListKeys => ({
  filter: Object.keys(filters),
  sort: Object.keys(sorts),
});
