import { exportAuditChain, readExportQuery } from "@/lib/oversight/audit-chain/service";
import { presentExport } from "@/lib/oversight/audit-chain/serializer";
import { route } from "@/lib/http/endpoints/endpoint";
import { fileDownload } from "@/lib/http/endpoints/file-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: fileDownload({
    summary:
      "Export audit entries with their hashes and signed heads, as lines of JSON that anyone can verify",
    scope: "memberships",
    requiresProof: true,
    media: ["application/x-ndjson"],
    query: {
      after: "The position after which the file begins (0 by default). A file has up to 20,000 entries.",
    },
    readQuery: readExportQuery,
    run: exportAuditChain,
    present: presentExport,
  }),
});
