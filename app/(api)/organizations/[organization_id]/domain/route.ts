import { get, remove, route, update } from "@/lib/http/endpoints/endpoint";
import { OrganizationDomain, OrganizationDomainInput } from "@/lib/organizations/domains/schema";
import { presentDomain as present } from "@/lib/organizations/domains/serializer";
import * as service from "@/lib/organizations/domains/service";

const scope = "memberships";
const response = OrganizationDomain;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({ summary: "Get the domain", scope, run: service.getOrganizationDomain, present, response }),
  PUT: update({
    summary: "Set the domain to verify",
    scope,
    body: OrganizationDomainInput,
    run: service.setOrganizationDomain,
    present,
    response,
  }),
  DELETE: remove({ summary: "Remove the domain", scope, run: service.removeOrganizationDomain }),
});
