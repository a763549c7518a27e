import { publicDocument } from "@/lib/http/endpoints/document-endpoint";
import { route } from "@/lib/http/endpoints/endpoint";
import { presentStatus } from "@/lib/credentials/open-badges/credential";
import { CredentialStatus } from "@/lib/credentials/open-badges/schema";
import { getCredentialStatus } from "@/lib/credentials/open-badges/service";
import { findPublicBadgeStamp } from "@/lib/credentials/public-pages/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: publicDocument({
    summary: "Get the revocation status of a credential",
    ids: ["badge_id"],
    run: getCredentialStatus,
    readVersion: findPublicBadgeStamp,
    present: ({ row }) => presentStatus(row),
    response: CredentialStatus,
  }),
});
