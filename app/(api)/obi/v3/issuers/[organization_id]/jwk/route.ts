import { publicDocument } from "@/lib/http/endpoints/document-endpoint";
import { route } from "@/lib/http/endpoints/endpoint";
import { IssuerJwk } from "@/lib/credentials/issuer-keys/schema";
import { presentJwk } from "@/lib/credentials/open-badges/issuer";
import { getIssuerJwk } from "@/lib/credentials/open-badges/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: publicDocument({
    summary: "Get the public key of an issuer",
    ids: ["organization_id"],
    run: getIssuerJwk,
    present: presentJwk,
    response: IssuerJwk,
    types: ["application/jwk+json"],
  }),
});
