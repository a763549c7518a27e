import { list, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";
import { OwnMembership } from "@/lib/identity/memberships/schema";
import { presentOwnMembership as present } from "@/lib/identity/memberships/serializer";
import { listOwnMemberships } from "@/lib/identity/memberships/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    ...earnerOnly,
    summary: "List the organizations that the signed-in person is a member of",
    run: listOwnMemberships,
    present,
    response: OwnMembership,
  }),
});
