import { endOwnSession } from "@/lib/identity/users/sessions";
import { remove, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: remove({
    ...earnerOnly,
    summary: "End a session of the signed-in person",
    ids: ["session_id"],
    run: endOwnSession,
  }),
});
