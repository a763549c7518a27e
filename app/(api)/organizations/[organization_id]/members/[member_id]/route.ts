import { get, remove, route, update } from "@/lib/http/endpoints/endpoint";
import { Member, MemberInput } from "@/lib/accounts/memberships/schema";
import { presentMember as present } from "@/lib/accounts/memberships/serializer";
import { getMember, removeMember, updateMember } from "@/lib/accounts/memberships/service";

const ids = ["member_id"] as const;
const scope = "memberships";
const response = Member;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({ summary: "Get a member", scope, ids, run: getMember, present, response }),
  PUT: update({
    summary: "Change the role of a member",
    requiresProof: true,
    scope,
    body: MemberInput,
    ids,
    run: updateMember,
    present,
    response,
  }),
  DELETE: remove({ summary: "Remove a member", scope, ids, run: removeMember }),
});
