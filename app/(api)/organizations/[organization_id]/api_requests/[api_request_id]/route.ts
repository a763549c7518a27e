import { ApiRequestDetail } from "@/lib/access/api-requests/schema";
import { presentRequestDetail as present } from "@/lib/access/api-requests/serializer";
import { getRequest } from "@/lib/access/api-requests/service";
import { get, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    summary: "Get a request with its bodies (requires every scope)",
    scope: "memberships",
    ids: ["api_request_id"],
    run: getRequest,
    present,
    response: ApiRequestDetail,
  }),
});
