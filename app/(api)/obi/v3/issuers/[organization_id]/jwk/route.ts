import { document } from "@/lib/http/document-endpoint";
import { route } from "@/lib/http/endpoint";
import { presentJwk } from "@/lib/open-badges/credential";
import { IssuerJwk } from "@/lib/open-badges/schema";
import { getIssuerJwk } from "@/lib/open-badges/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: document({
    summary: "Get the public key of an issuer",
    run: getIssuerJwk,
    present: presentJwk,
    response: IssuerJwk,
    type: "application/jwk+json",
  }),
});
