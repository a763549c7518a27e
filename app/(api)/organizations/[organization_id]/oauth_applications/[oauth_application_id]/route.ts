import { get, remove, route, update } from "@/lib/http/endpoints/endpoint";
import { OAuthApplication, OAuthApplicationChange } from "@/lib/applications/oauth-applications/schema";
import { presentApplication as present } from "@/lib/applications/oauth-applications/serializer";
import {
  deleteApplication,
  getApplication,
  updateApplication,
} from "@/lib/applications/oauth-applications/service";

const ids = ["oauth_application_id"] as const;
const scope = "oauth_applications";
const response = OAuthApplication;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({ summary: "Get an OAuth application", scope, ids, run: getApplication, present, response }),
  PUT: update({
    summary: "Change an OAuth application",
    requiresProof: true,
    scope,
    body: OAuthApplicationChange,
    ids,
    run: updateApplication,
    present,
    response,
  }),
  DELETE: remove({ summary: "Delete an OAuth application", scope, ids, run: deleteApplication }),
});
