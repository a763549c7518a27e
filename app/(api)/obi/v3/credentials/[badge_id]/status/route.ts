import { document } from "@/lib/http/document-endpoint";
import { route } from "@/lib/http/endpoint";
import { presentStatus } from "@/lib/open-badges/credential";
import { CredentialStatus } from "@/lib/open-badges/schema";
import { getCredentialStatus } from "@/lib/open-badges/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: document({
    summary: "Get whether a credential was revoked",
    run: getCredentialStatus,
    present: ({ row }) => presentStatus(row),
    response: CredentialStatus,
  }),
});
