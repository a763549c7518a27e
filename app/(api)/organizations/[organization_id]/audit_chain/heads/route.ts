import { AuditHead } from "@/lib/oversight/audit-chain/schema";
import { presentHead } from "@/lib/oversight/audit-chain/serializer";
import { listAuditHeads } from "@/lib/oversight/audit-chain/service";
import { list, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List the signed heads of the hash chain of audit entries, newest first",
    scope: "memberships",
    run: listAuditHeads,
    present: presentHead,
    response: AuditHead,
  }),
});
