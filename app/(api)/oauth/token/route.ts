import { route } from "@/lib/http/endpoints/endpoint";
import { tokenEndpoint } from "@/lib/http/endpoints/oauth-endpoint";
import { grantAccessToken } from "@/lib/applications/oauth-applications/access-tokens";
import { AccessToken, AccessTokenRequest } from "@/lib/applications/oauth-applications/schema";
import { presentAccessToken } from "@/lib/applications/oauth-applications/serializer";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: tokenEndpoint({
    summary: "Get an access token for client credentials",
    body: AccessTokenRequest,
    run: grantAccessToken,
    present: presentAccessToken,
    response: AccessToken,
  }),
});
