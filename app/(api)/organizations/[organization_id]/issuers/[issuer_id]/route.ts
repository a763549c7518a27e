import { get, remove, route, update } from "@/lib/http/endpoints/endpoint";
import { IssuerAuthorization, IssuerAuthorizationChange } from "@/lib/organizations/issuers/schema";
import { presentAuthorization as present } from "@/lib/organizations/issuers/serializer";
import { changeIssuer, getIssuer, withdrawIssuer } from "@/lib/organizations/issuers/service";

const ids = ["issuer_id"] as const;
const scope = "memberships";
const response = IssuerAuthorization;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({ summary: "Get an authorized issuer", scope, ids, run: getIssuer, present, response }),
  PUT: update({
    summary: "Change how an authorized organization issues",
    scope,
    body: IssuerAuthorizationChange,
    ids,
    run: changeIssuer,
    present,
    response,
  }),
  DELETE: remove({
    summary: "Remove an organization from the authorized issuers",
    scope,
    ids,
    run: withdrawIssuer,
  }),
});
