import { remove, route, update } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";
import { SavedView, SavedViewChange } from "@/lib/console/saved-views/schema";
import { presentSavedView } from "@/lib/console/saved-views/serializer";
import { deleteSavedView, updateSavedView } from "@/lib/console/saved-views/service";

const ids = ["saved_view_id"] as const;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: update({
    ...earnerOnly,
    summary: "Change a saved view",
    body: SavedViewChange,
    ids,
    run: updateSavedView,
    present: presentSavedView,
    response: SavedView,
  }),
  DELETE: remove({ ...earnerOnly, summary: "Delete a saved view", ids, run: deleteSavedView }),
});
