import { remove, route } from "@/lib/http/endpoint";
import { earner } from "@/lib/http/exchange";
import { leaveOrganization } from "@/lib/memberships/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: remove({ ...earner, summary: "Leave an organization", run: leaveOrganization }),
});
