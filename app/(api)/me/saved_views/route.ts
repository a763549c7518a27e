import { create, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";
import { SavedView, SavedViewInput } from "@/lib/console/saved-views/schema";
import { presentSavedView } from "@/lib/console/saved-views/serializer";
import { createSavedView } from "@/lib/console/saved-views/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    ...earnerOnly,
    summary: "Save a view of a list in the console",
    body: SavedViewInput,
    run: createSavedView,
    present: presentSavedView,
    response: SavedView,
  }),
});
