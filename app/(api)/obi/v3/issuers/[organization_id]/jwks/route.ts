import { publicDocument } from "@/lib/http/endpoints/document-endpoint";
import { route } from "@/lib/http/endpoints/endpoint";
import { IssuerJwks } from "@/lib/credentials/issuer-keys/schema";
import { presentJwks } from "@/lib/credentials/open-badges/issuer";
import { getIssuerJwks } from "@/lib/credentials/open-badges/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: publicDocument({
    summary: "Get the public keys of an issuer as a set",
    ids: ["organization_id"],
    run: getIssuerJwks,
    present: presentJwks,
    response: IssuerJwks,
    types: ["application/jwk-set+json"],
  }),
});
