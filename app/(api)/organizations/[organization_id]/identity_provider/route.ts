import { get, remove, route, update } from "@/lib/http/endpoints/endpoint";
import { IdentityProvider, IdentityProviderInput } from "@/lib/organizations/identity-providers/schema";
import { presentIdentityProvider as present } from "@/lib/organizations/identity-providers/serializer";
import * as service from "@/lib/organizations/identity-providers/service";

const scope = "memberships";
const response = IdentityProvider;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    summary: "Get the identity provider",
    scope,
    run: service.getIdentityProvider,
    present,
    response,
  }),
  PUT: update({
    summary: "Set the identity provider",
    requiresProof: true,
    scope,
    body: IdentityProviderInput,
    run: service.updateIdentityProvider,
    present,
    response,
  }),
  DELETE: remove({ summary: "Remove the identity provider", scope, run: service.removeIdentityProvider }),
});
