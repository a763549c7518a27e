import { disconnectApplication } from "@/lib/connected-applications/service";
import { remove, route } from "@/lib/http/endpoint";
import { earner } from "@/lib/http/exchange";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: remove({
    ...earner,
    summary: "Take the view of the public badges back from an application",
    params: { application_id: "integer" },
    run: disconnectApplication,
  }),
});
