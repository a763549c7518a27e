import { getServerMetadata, presentServerMetadata } from "@/lib/credentials/wallet-issuance/metadata";
import { AuthorizationServerMetadata } from "@/lib/credentials/wallet-issuance/schema";
import { publicDocument } from "@/lib/http/endpoints/document-endpoint";
import { route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: publicDocument({
    summary: "Get the metadata of the authorization server for wallets",
    ids: [],
    types: ["application/json"],
    run: getServerMetadata,
    present: presentServerMetadata,
    response: AuthorizationServerMetadata,
  }),
});
