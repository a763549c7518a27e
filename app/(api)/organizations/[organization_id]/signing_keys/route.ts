import { OrganizationKey } from "@/lib/credentials/issuer-keys/schema";
import { presentOrganizationKey as present } from "@/lib/credentials/issuer-keys/serializer";
import { listSigningKeys } from "@/lib/credentials/issuer-keys/service";
import { list, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List the keys that sign credentials",
    scope: "memberships",
    run: listSigningKeys,
    present,
    response: OrganizationKey,
  }),
});
