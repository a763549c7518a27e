import { create, list, route } from "@/lib/http/endpoints/endpoint";
import { OAuthApplication, OAuthApplicationInput } from "@/lib/applications/oauth-applications/schema";
import {
  presentApplication,
  presentApplicationWithSecret,
} from "@/lib/applications/oauth-applications/serializer";
import { createApplication, listApplications } from "@/lib/applications/oauth-applications/service";

const scope = "oauth_applications";
const response = OAuthApplication;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List OAuth applications",
    scope,
    run: listApplications,
    present: presentApplication,
    response,
  }),
  POST: create({
    summary: "Create an OAuth application",
    requiresProof: true,
    scope,
    body: OAuthApplicationInput,
    run: createApplication,
    present: presentApplicationWithSecret,
    response,
  }),
});
