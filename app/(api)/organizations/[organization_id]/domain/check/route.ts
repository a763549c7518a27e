import { create, route } from "@/lib/http/endpoints/endpoint";
import { EmptyInput } from "@/lib/kernel/fields";
import { OrganizationDomain } from "@/lib/organizations/domains/schema";
import { presentDomain as present } from "@/lib/organizations/domains/serializer";
import { checkOrganizationDomain, prepareOrganizationDomainCheck } from "@/lib/organizations/domains/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Check the domain now",
    scope: "memberships",
    status: 200,
    body: EmptyInput,
    prepare: prepareOrganizationDomainCheck,
    run: checkOrganizationDomain,
    present,
    response: OrganizationDomain,
  }),
});
