import { AuthorizationToken, AuthorizationTokenInput } from "@/lib/applications/authorization-tokens/schema";
import { presentToken as present } from "@/lib/applications/authorization-tokens/serializer";
import { createToken, listTokens } from "@/lib/applications/authorization-tokens/service";
import { create, list, route } from "@/lib/http/endpoints/endpoint";

const scope = "authorization_tokens";
const response = AuthorizationToken;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List authorization tokens",
    // The list has their secrets, as specified.
    requiresProof: true,
    scope,
    run: listTokens,
    present,
    response,
  }),
  POST: create({
    summary: "Create an authorization token",
    requiresProof: true,
    scope,
    body: AuthorizationTokenInput,
    run: createToken,
    present,
    response,
  }),
});
