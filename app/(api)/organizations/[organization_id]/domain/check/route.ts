import { create, route } from "@/lib/http/endpoint";
import { NothingInput } from "@/lib/kernel/fields";
import { OrganizationDomain } from "@/lib/organization-domains/schema";
import { presentDomain as present } from "@/lib/organization-domains/serializer";
import { checkOrganizationDomain, lookAtOrganizationDomain } from "@/lib/organization-domains/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Check the domain now",
    scope: "memberships",
    status: 200,
    body: NothingInput,
    prepare: lookAtOrganizationDomain,
    run: checkOrganizationDomain,
    present,
    response: OrganizationDomain,
  }),
});
