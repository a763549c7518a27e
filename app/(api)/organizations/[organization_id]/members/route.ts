import { list, route } from "@/lib/http/endpoints/endpoint";
import { Member } from "@/lib/identity/memberships/schema";
import { presentMember as present } from "@/lib/identity/memberships/serializer";
import { listMembers, memberListKeys as keys } from "@/lib/identity/memberships/service";

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
