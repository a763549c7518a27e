import { AuditChain } from "@/lib/oversight/audit-chain/schema";
import { presentChain } from "@/lib/oversight/audit-chain/serializer";
import { getAuditChain } from "@/lib/oversight/audit-chain/service";
import { get, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    summary: "Get the state of the hash chain of audit entries, with its newest signed head",
    scope: "memberships",
    run: getAuditChain,
    present: presentChain,
    response: AuditChain,
  }),
});
