import { create, route } from "@/lib/http/endpoints/endpoint";
import { EmptyInput } from "@/lib/kernel/fields";
import { prepareResending, resendInvitation } from "@/lib/identity/memberships/invitations";
import { MemberInvitation } from "@/lib/identity/memberships/schema";
import { presentInvitation as present } from "@/lib/identity/memberships/serializer";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Resend an invitation",
    scope: "invitations",
    status: 200,
    requiresProof: true,
    body: EmptyInput,
    ids: ["invitation_id"],
    prepare: prepareResending,
    run: resendInvitation,
    present,
    response: MemberInvitation,
  }),
});
