import { create, route } from "@/lib/http/endpoint";
import { NothingInput } from "@/lib/kernel/fields";
import { resendInvitation } from "@/lib/memberships/invitations";
import { MemberInvitation } from "@/lib/memberships/schema";
import { presentInvitation as present } from "@/lib/memberships/serializer";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Send the mail of an invitation anew",
    scope: "invitations",
    status: 200,
    body: NothingInput,
    run: resendInvitation,
    present,
    response: MemberInvitation,
  }),
});
