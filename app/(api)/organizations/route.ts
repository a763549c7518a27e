import { list, route } from "@/lib/http/endpoints/endpoint";
import { Organization } from "@/lib/organizations/profile/schema";
import { presentOrganization as present } from "@/lib/organizations/profile/serializer";
import { listOrganizations } from "@/lib/organizations/profile/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List your organizations",
    scope: null,
    run: listOrganizations,
    present,
    response: Organization,
  }),
});
