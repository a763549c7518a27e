import { presentEndorsementCredential } from "@/lib/credentials/endorsements/serializer";
import { getEndorsementCredential, presentEndorsementJwt } from "@/lib/credentials/endorsements/service";
import { EndorsementCredential } from "@/lib/credentials/open-badges/endorsement";
import { publicDocument } from "@/lib/http/endpoints/document-endpoint";
import { route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: publicDocument({
    summary: "Get an endorsement as a signed credential of Open Badges 3.0",
    ids: ["endorsement_id"],
    run: getEndorsementCredential,
    present: presentEndorsementCredential,
    response: EndorsementCredential,
    types: ["application/ld+json", "application/json", "application/vc"],
    others: { "application/vc+jwt": presentEndorsementJwt },
    suffixes: { ".json": "application/ld+json", ".jwt": "application/vc+jwt" },
  }),
});
