import { AuditVerification } from "@/lib/oversight/audit-chain/schema";
import { readVerificationQuery, verifyAuditChain } from "@/lib/oversight/audit-chain/verify-part";
import { route } from "@/lib/http/endpoints/endpoint";
import { report } from "@/lib/http/endpoints/report-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: report({
    summary:
      "Verify a part of the hash chain of audit entries: up to 4,000 links, or that 10,000 entries are in the chain",
    scope: "memberships",
    query: {
      cursor: "The `next_cursor` of the response before, to verify the next part. Default: the beginning.",
    },
    readQuery: readVerificationQuery,
    run: verifyAuditChain,
    present: (verification: AuditVerification) => verification,
    response: AuditVerification,
  }),
});
