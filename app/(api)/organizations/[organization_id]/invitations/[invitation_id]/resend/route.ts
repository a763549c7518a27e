import { create, route } from "@/lib/http/endpoints/endpoint";
import { EmptyInput } from "@/lib/kernel/fields";
import { prepareResending, resendInvitation } from "@/lib/accounts/memberships/invitations";
import { MemberInvitation } from "@/lib/accounts/memberships/schema";
import { presentInvitation as present } from "@/lib/accounts/memberships/serializer";

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
