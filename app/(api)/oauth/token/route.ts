import { route } from "@/lib/http/endpoint";
import { tokenEndpoint } from "@/lib/http/oauth-endpoint";
import { grantAccessToken } from "@/lib/oauth-applications/access-tokens";
import { AccessToken, AccessTokenRequest } from "@/lib/oauth-applications/schema";
import { presentAccessToken } from "@/lib/oauth-applications/serializer";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: tokenEndpoint({
    summary: "Get an access token for client credentials",
    body: AccessTokenRequest,
    run: grantAccessToken,
    present: presentAccessToken,
    response: AccessToken,
  }),
});
