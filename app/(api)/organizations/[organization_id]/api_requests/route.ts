import { ApiRequest } from "@/lib/access/api-requests/schema";
import { presentRequest as present } from "@/lib/access/api-requests/serializer";
import { listRequests, requestListKeys as keys } from "@/lib/access/api-requests/service";
import { list, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List the requests of the last 7 days (requires every scope), newest first",
    scope: "memberships",
    keys,
    run: listRequests,
    present,
    response: ApiRequest,
  }),
});
