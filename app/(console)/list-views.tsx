import { SavedViews } from "@/components/console/saved-views/saved-views";
import type { ListAddress } from "@/components/ui/list/list-address";
import type { Caller } from "@/lib/access/callers/caller";
import { VIEW_LISTS, type ViewList } from "@/lib/console/saved-views/choices";
import { presentSavedView } from "@/lib/console/saved-views/serializer";
import { listSavedViews } from "@/lib/console/saved-views/service";
import { may } from "./console-caller";

type ListViewsProps = { caller: Caller; list: ViewList; address: ListAddress };

/** The saved views of a list, for its toolbar. */
export async function ListViews({ caller, list, address }: ListViewsProps) {
  const views = await listSavedViews(caller, list);
  return (
    <SavedViews
      organizationId={caller.organizationId}
      list={list}
      address={address}
      canShare={may(caller, VIEW_LISTS[list], "write")}
      views={views.map(presentSavedView)}
    />
  );
}
