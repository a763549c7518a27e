import { publicDocument } from "@/lib/http/endpoints/document-endpoint";
import { route } from "@/lib/http/endpoints/endpoint";
import { presentDid } from "@/lib/credentials/open-badges/issuer";
import { DidDocument } from "@/lib/credentials/issuer-keys/schema";
import { getIssuerDid } from "@/lib/credentials/issuer-domains/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: publicDocument({
    summary: "Get the DID document of an issuer",
    ids: ["organization_id"],
    run: getIssuerDid,
    present: presentDid,
    response: DidDocument,
    types: ["application/did+json"],
  }),
});
