import { endSessions } from "@/lib/identity/accounts/service";
import { remove, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: remove({ ...earnerOnly, summary: "Sign out everywhere", run: endSessions }),
});
