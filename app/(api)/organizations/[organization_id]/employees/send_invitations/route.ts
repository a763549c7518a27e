import { create, route } from "@/lib/http/endpoints/endpoint";
import { sendInvitations } from "@/lib/workforce/employees/invitations";
import { Invitation, InvitationInput } from "@/lib/workforce/employees/schema";
import { presentInvitation as present } from "@/lib/workforce/employees/serializer";

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
