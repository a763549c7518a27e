import { remove, route } from "@/lib/http/endpoints/endpoint";
import { withdrawInvitation } from "@/lib/accounts/memberships/invitations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: remove({
    summary: "Withdraw an invitation",
    scope: "invitations",
    ids: ["invitation_id"],
    run: withdrawInvitation,
  }),
});
