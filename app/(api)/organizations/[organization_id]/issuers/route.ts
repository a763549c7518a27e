import { create, list, route } from "@/lib/http/endpoint";
import { IssuerAuthorization, IssuerAuthorizationInput } from "@/lib/issuers/schema";
import { presentAuthorization as present } from "@/lib/issuers/serializer";
import { authorizeIssuer, issuerKeys as keys, listIssuers } from "@/lib/issuers/service";

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
