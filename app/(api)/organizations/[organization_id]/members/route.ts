import { list, route } from "@/lib/http/endpoints/endpoint";
import { Member } from "@/lib/accounts/memberships/schema";
import { presentMember as present } from "@/lib/accounts/memberships/serializer";
import { listMembers, memberListKeys as keys } from "@/lib/accounts/memberships/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List the organization's members",
    scope: "memberships",
    keys,
    run: listMembers,
    present,
    response: Member,
  }),
});
