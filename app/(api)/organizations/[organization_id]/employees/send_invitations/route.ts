import { create, route } from "@/lib/http/endpoint";
import { sendInvitations } from "@/lib/employees/invitations";
import { Invitation, InvitationInput } from "@/lib/employees/schema";
import { presentInvitation as present } from "@/lib/employees/serializer";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Invite employees to connect",
    scope: "workforce",
    status: 200,
    body: InvitationInput,
    run: sendInvitations,
    present,
    response: Invitation,
  }),
});
