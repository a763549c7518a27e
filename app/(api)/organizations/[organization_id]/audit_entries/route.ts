import { AuditEntry } from "@/lib/access/audit/schema";
import { presentAuditEntry as present } from "@/lib/access/audit/serializer";
import { auditListKeys as keys, listAuditEntries } from "@/lib/access/audit/service";
import { list, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List the entries of the audit log, newest first",
    scope: "memberships",
    keys,
    run: listAuditEntries,
    present,
    response: AuditEntry,
  }),
});
