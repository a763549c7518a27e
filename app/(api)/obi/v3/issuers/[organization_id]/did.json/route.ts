import { document } from "@/lib/http/document-endpoint";
import { route } from "@/lib/http/endpoint";
import { presentDid } from "@/lib/open-badges/credential";
import { DidDocument } from "@/lib/open-badges/schema";
import { getIssuerDid } from "@/lib/open-badges/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: document({
    summary: "Get the DID document of an issuer",
    run: getIssuerDid,
    present: presentDid,
    response: DidDocument,
    type: "application/did+json",
  }),
});
