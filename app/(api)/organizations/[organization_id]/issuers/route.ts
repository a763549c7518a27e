import { create, list, route } from "@/lib/http/endpoints/endpoint";
import { IssuerAuthorization, IssuerAuthorizationInput } from "@/lib/organizations/issuers/schema";
import { presentAuthorization as present } from "@/lib/organizations/issuers/serializer";
import { authorizeIssuer, issuerListKeys as keys, listIssuers } from "@/lib/organizations/issuers/service";

const scope = "memberships";
const response = IssuerAuthorization;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({ summary: "List authorized issuers", scope, keys, run: listIssuers, present, response }),
  POST: create({
    summary: "Authorize an organization to issue on this one's behalf",
    scope,
    body: IssuerAuthorizationInput,
    run: authorizeIssuer,
    present,
    response,
  }),
});
