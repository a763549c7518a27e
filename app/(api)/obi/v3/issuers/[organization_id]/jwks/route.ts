import { document } from "@/lib/http/document-endpoint";
import { route } from "@/lib/http/endpoint";
import { presentJwk } from "@/lib/open-badges/credential";
import { IssuerJwks } from "@/lib/open-badges/schema";
import { getIssuerJwks } from "@/lib/open-badges/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: document({
    summary: "Get the public keys of an issuer as a set",
    run: getIssuerJwks,
    present: (issuer) => ({ keys: [presentJwk(issuer)] }),
    response: IssuerJwks,
    type: "application/jwk-set+json",
  }),
});
