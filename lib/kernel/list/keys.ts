/** The keys that `filter` and `sort` of a list accept, for its documentation. */
export type ListKeys = { filter: string[]; sort: string[] };

/** The keys of a domain's filter and sort tables. */
export const listKeys = (filters: object, sorts: object): ListKeys => ({
  filter: Object.keys(filters),
  sort: Object.keys(sorts),
});
