import { create, route } from "@/lib/http/endpoints/endpoint";
import { EmptyInput } from "@/lib/kernel/fields";
import { OAuthApplication } from "@/lib/applications/oauth-applications/schema";
import { presentApplicationWithSecret } from "@/lib/applications/oauth-applications/serializer";
import { rotateApplicationSecret } from "@/lib/applications/oauth-applications/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Rotate the secret of an OAuth application",
    requiresProof: true,
    scope: "oauth_applications",
    body: EmptyInput,
    ids: ["oauth_application_id"],
    run: rotateApplicationSecret,
    present: presentApplicationWithSecret,
    response: OAuthApplication,
  }),
});
