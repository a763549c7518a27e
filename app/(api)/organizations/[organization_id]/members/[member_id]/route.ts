import { get, remove, route, update } from "@/lib/http/endpoint";
import { Member, MemberInput } from "@/lib/memberships/schema";
import { presentMember as present } from "@/lib/memberships/serializer";
import { getMember, removeMember, updateMember } from "@/lib/memberships/service";

const scope = "memberships";
const response = Member;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({ summary: "Show a member", scope, run: getMember, present, response }),
  PUT: update({
    summary: "Give a member another role",
    scope,
    body: MemberInput,
    run: updateMember,
    present,
    response,
  }),
  DELETE: remove({ summary: "Remove a member", scope, run: removeMember }),
});
