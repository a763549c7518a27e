import { get, remove, route, update } from "@/lib/http/endpoints/endpoint";
import { OAuthApplication, OAuthApplicationChange } from "@/lib/access/oauth-applications/schema";
import { presentApplication as present } from "@/lib/access/oauth-applications/serializer";
import {
  deleteApplication,
  getApplication,
  updateApplication,
} from "@/lib/access/oauth-applications/service";

const scope = "oauth_applications";
const params = { oauth_application_id: "integer" } as const;
const response = OAuthApplication;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({ summary: "Get an OAuth application", scope, params, run: getApplication, present, response }),
  PUT: update({
    summary: "Change an OAuth application",
    scope,
    params,
    body: OAuthApplicationChange,
    run: updateApplication,
    present,
    response,
  }),
  DELETE: remove({ summary: "Delete an OAuth application", scope, params, run: deleteApplication }),
});
