import { list, route } from "@/lib/http/endpoint";
import { earner } from "@/lib/http/exchange";
import { OwnMembership } from "@/lib/memberships/schema";
import { presentOwnMembership as present } from "@/lib/memberships/serializer";
import { listOwnMemberships } from "@/lib/memberships/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    ...earner,
    summary: "List the organizations that the signed-in person is a member of",
    run: listOwnMemberships,
    present,
    response: OwnMembership,
  }),
});
