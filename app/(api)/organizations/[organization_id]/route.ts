import { get, route, update } from "@/lib/http/endpoints/endpoint";
import { Organization, OrganizationInput } from "@/lib/organizations/profile/schema";
import { presentOrganization as present } from "@/lib/organizations/profile/serializer";
import { getOrganization } from "@/lib/organizations/profile/service";
import { updateOrganization } from "@/lib/organizations/profile/update";

const response = Organization;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({ summary: "Get the organization", scope: null, run: getOrganization, present, response }),
  PUT: update({
    summary: "Change the organization",
    scope: "memberships",
    body: OrganizationInput,
    run: updateOrganization,
    present,
    response,
  }),
});
