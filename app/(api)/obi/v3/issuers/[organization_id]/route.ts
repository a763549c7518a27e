import { publicDocument } from "@/lib/http/endpoints/document-endpoint";
import { route } from "@/lib/http/endpoints/endpoint";
import { presentCredentialIssuer } from "@/lib/credentials/open-badges/issuer";
import { CredentialIssuer } from "@/lib/credentials/open-badges/schema";
import { getCredentialIssuer } from "@/lib/credentials/open-badges/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: publicDocument({
    summary: "Get an organization as an issuer of older credentials, with its keys",
    ids: ["organization_id"],
    run: getCredentialIssuer,
    present: presentCredentialIssuer,
    response: CredentialIssuer,
  }),
});
