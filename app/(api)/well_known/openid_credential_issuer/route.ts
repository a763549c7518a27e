import { getIssuerMetadata, presentIssuerMetadata } from "@/lib/credentials/wallet-issuance/metadata";
import { CredentialIssuerMetadata } from "@/lib/credentials/wallet-issuance/schema";
import { publicDocument } from "@/lib/http/endpoints/document-endpoint";
import { route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: publicDocument({
    summary: "Get the metadata of the credential issuer (OpenID4VCI)",
    ids: [],
    types: ["application/json"],
    run: getIssuerMetadata,
    present: presentIssuerMetadata,
    response: CredentialIssuerMetadata,
  }),
});
