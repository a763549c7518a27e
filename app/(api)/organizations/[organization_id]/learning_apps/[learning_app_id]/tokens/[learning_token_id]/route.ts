import { remove, route } from "@/lib/http/endpoints/endpoint";
import { revokeAppToken } from "@/lib/learning/tokens/organization-service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: remove({
    summary: "Revoke a token of a learning app",
    scope: "memberships",
    ids: ["learning_app_id", "learning_token_id"],
    run: revokeAppToken,
  }),
});
