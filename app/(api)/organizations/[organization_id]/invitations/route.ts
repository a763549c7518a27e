import { create, list, route } from "@/lib/http/endpoints/endpoint";
import {
  inviteMember,
  invitationListKeys as keys,
  listMemberInvitations,
  prepareInvitation,
} from "@/lib/accounts/memberships/invitations";
import { MemberInvitation, MemberInvitationInput } from "@/lib/accounts/memberships/schema";
import { presentInvitation as present } from "@/lib/accounts/memberships/serializer";

const scope = "invitations";
const response = MemberInvitation;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List invitations to become a member, newest first",
    scope,
    keys,
    run: listMemberInvitations,
    present,
    response,
  }),
  POST: create({
    summary: "Invite an address to become a member",
    requiresProof: true,
    scope,
    body: MemberInvitationInput,
    prepare: prepareInvitation,
    run: inviteMember,
    present,
    response,
  }),
});
