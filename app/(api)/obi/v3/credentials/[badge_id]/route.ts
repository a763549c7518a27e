import { publicDocument } from "@/lib/http/endpoints/document-endpoint";
import { route } from "@/lib/http/endpoints/endpoint";
import { credentialUrl } from "@/lib/credentials/open-badges/addresses";
import { Credential } from "@/lib/credentials/open-badges/schema";
import { findPublicBadgeStamp } from "@/lib/credentials/public-pages/service";
import {
  getCredential,
  presentCredential,
  presentCredentialJwt,
} from "@/lib/credentials/signed-credentials/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: publicDocument({
    summary: "Get a badge as a signed credential of Open Badges 3.0",
    ids: ["badge_id"],
    run: getCredential,
    readVersion: findPublicBadgeStamp,
    movedTo: ({ newestId }) => newestId && credentialUrl(newestId),
    present: presentCredential,
    response: Credential,
    types: ["application/ld+json", "application/json", "application/vc"],
    others: { "application/vc+jwt": presentCredentialJwt },
    suffixes: { ".json": "application/ld+json", ".jwt": "application/vc+jwt" },
  }),
});
