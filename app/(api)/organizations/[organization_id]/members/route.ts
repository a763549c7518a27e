import { list, route } from "@/lib/http/endpoint";
import { Member } from "@/lib/memberships/schema";
import { presentMember as present } from "@/lib/memberships/serializer";
import { listMembers, memberKeys as keys } from "@/lib/memberships/service";

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
