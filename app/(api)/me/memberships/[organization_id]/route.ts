import { remove, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";
import { leaveOrganization } from "@/lib/accounts/memberships/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: remove({
    ...earnerOnly,
    summary: "Leave an organization",
    ids: ["organization_id"],
    requiresProof: true,
    run: leaveOrganization,
  }),
});
