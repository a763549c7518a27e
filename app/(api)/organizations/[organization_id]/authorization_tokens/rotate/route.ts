import { AuthorizationToken, RotationInput } from "@/lib/applications/authorization-tokens/schema";
import { presentToken as present } from "@/lib/applications/authorization-tokens/serializer";
import { rotateToken } from "@/lib/applications/authorization-tokens/service";
import { create, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Rotate the authorization token of this request",
    scope: "authorization_tokens",
    body: RotationInput,
    run: rotateToken,
    present,
    response: AuthorizationToken,
  }),
});
