import { list, route } from "@/lib/http/endpoint";
import { Organization } from "@/lib/organizations/schema";
import { presentOrganization as present } from "@/lib/organizations/serializer";
import { listOrganizations } from "@/lib/organizations/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List your organizations",
    scope: null,
    run: listOrganizations,
    present,
    response: Organization,
  }),
});
