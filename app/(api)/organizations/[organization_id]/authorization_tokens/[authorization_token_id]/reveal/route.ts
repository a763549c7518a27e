import { AuthorizationToken } from "@/lib/applications/authorization-tokens/schema";
import { presentToken as present } from "@/lib/applications/authorization-tokens/serializer";
import { revealToken } from "@/lib/applications/authorization-tokens/service";
import { create, route } from "@/lib/http/endpoints/endpoint";
import { EmptyInput } from "@/lib/kernel/fields";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Show an authorization token with its secret (recorded in the audit log)",
    requiresProof: true,
    scope: "authorization_tokens",
    status: 200,
    body: EmptyInput,
    ids: ["authorization_token_id"],
    run: revealToken,
    present,
    response: AuthorizationToken,
  }),
});
