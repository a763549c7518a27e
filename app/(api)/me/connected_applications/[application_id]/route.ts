import { disconnectApplication } from "@/lib/access/connected-applications/service";
import { remove, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: remove({
    ...earnerOnly,
    summary: "Take the view of the public badges back from an application",
    ids: ["application_id"],
    run: disconnectApplication,
  }),
});
