import { publicDocument } from "@/lib/http/endpoints/document-endpoint";
import { route } from "@/lib/http/endpoints/endpoint";
import {
  buildSignedStatusList,
  buildStatusListJwt,
  findStatusListVersion,
  getCredentialStatusList,
} from "@/lib/credentials/signed-credentials/service";
import { SignedStatusList } from "@/lib/credentials/status-lists/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: publicDocument({
    summary: "Get a signed list of the revoked credentials of an issuer",
    ids: ["organization_id", "list_number"],
    run: getCredentialStatusList,
    readVersion: findStatusListVersion,
    present: buildSignedStatusList,
    response: SignedStatusList,
    types: ["application/ld+json", "application/json", "application/vc"],
    others: { "application/vc+jwt": buildStatusListJwt },
    suffixes: { ".json": "application/ld+json", ".jwt": "application/vc+jwt" },
  }),
});
