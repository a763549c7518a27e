import { publicDocument } from "@/lib/http/endpoints/document-endpoint";
import { route } from "@/lib/http/endpoints/endpoint";
import { presentJwk } from "@/lib/credentials/open-badges/credential";
import { IssuerJwks } from "@/lib/credentials/open-badges/schema";
import { getIssuerJwks } from "@/lib/credentials/open-badges/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: publicDocument({
    summary: "Get the public keys of an issuer as a set",
    ids: ["organization_id"],
    run: getIssuerJwks,
    present: (issuer) => ({ keys: [presentJwk(issuer)] }),
    response: IssuerJwks,
    type: "application/jwk-set+json",
  }),
});
