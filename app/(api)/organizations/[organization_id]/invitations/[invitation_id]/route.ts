import { remove, route } from "@/lib/http/endpoint";
import { withdrawInvitation } from "@/lib/memberships/invitations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: remove({ summary: "Withdraw an invitation", scope: "invitations", run: withdrawInvitation }),
});
