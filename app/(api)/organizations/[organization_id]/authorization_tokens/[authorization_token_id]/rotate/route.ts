import { AuthorizationToken, RotationInput } from "@/lib/applications/authorization-tokens/schema";
import { presentToken as present } from "@/lib/applications/authorization-tokens/serializer";
import { rotateTokenById } from "@/lib/applications/authorization-tokens/service";
import { create, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Rotate an authorization token",
    requiresProof: true,
    scope: "authorization_tokens",
    body: RotationInput,
    ids: ["authorization_token_id"],
    run: rotateTokenById,
    present,
    response: AuthorizationToken,
  }),
});
