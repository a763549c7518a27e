import { get, remove, route, update } from "@/lib/http/endpoint";
import { OrganizationDomain, OrganizationDomainInput } from "@/lib/organization-domains/schema";
import { presentDomain as present } from "@/lib/organization-domains/serializer";
import * as service from "@/lib/organization-domains/service";

const scope = "memberships";
const response = OrganizationDomain;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({ summary: "Get the domain", scope, run: service.getOrganizationDomain, present, response }),
  PUT: update({
    summary: "Set the domain to prove",
    scope,
    body: OrganizationDomainInput,
    run: service.setOrganizationDomain,
    present,
    response,
  }),
  DELETE: remove({ summary: "Remove the domain", scope, run: service.removeOrganizationDomain }),
});
