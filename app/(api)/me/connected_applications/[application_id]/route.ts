import { disconnectApplication } from "@/lib/applications/connected-applications/service";
import { remove, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: remove({
    ...earnerOnly,
    summary: "Disconnect an application from the public badges of the signed-in person",
    ids: ["application_id"],
    run: disconnectApplication,
  }),
});
