import { listHref, type ListAddress } from "@/components/ui/list-address";
import type { SavedView } from "@/lib/console/saved-views/schema";

/** Parameters of a list's address that are not part of a view. */
const NOT_SAVED = new Set(["page", "view"]);

/** Returns what a view keeps of the address of a list: filters, sort and columns, without empty ones. */
export const viewParameters = ({ params }: ListAddress): Record<string, string> =>
  Object.fromEntries(Object.entries(params).filter(([name, value]) => value !== "" && !NOT_SAVED.has(name)));

/** Builds the address of a list as a view shows it. The page ignores filters that it no longer has. */
export const viewHref = (path: string, { id, parameters }: Pick<SavedView, "id" | "parameters">): string =>
  listHref({ path, params: { ...parameters, view: id } }, {});

const serialize = (parameters: Record<string, string>): string =>
  JSON.stringify(Object.entries(parameters).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** Whether the address shows something else than the view. */
export const isViewChanged = (view: SavedView, list: ListAddress): boolean =>
  serialize(view.parameters) !== serialize(viewParameters(list));
