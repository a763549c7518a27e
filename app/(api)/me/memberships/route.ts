import { list, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";
import { OwnMembership } from "@/lib/accounts/memberships/schema";
import { presentOwnMembership as present } from "@/lib/accounts/memberships/serializer";
import { listOwnMemberships } from "@/lib/accounts/memberships/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    ...earnerOnly,
    summary: "List the organizations that the signed-in person is a member of",
    run: listOwnMemberships,
    present,
    response: OwnMembership,
  }),
});
