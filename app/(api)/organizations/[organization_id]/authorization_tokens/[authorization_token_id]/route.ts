import { revokeToken } from "@/lib/applications/authorization-tokens/service";
import { remove, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: remove({
    summary: "Delete an authorization token",
    scope: "authorization_tokens",
    ids: ["authorization_token_id"],
    run: revokeToken,
  }),
});
