import { publicDocument } from "@/lib/http/endpoints/document-endpoint";
import { route } from "@/lib/http/endpoints/endpoint";
import { assertionUrl } from "@/lib/credentials/open-badges/addresses";
import { Assertion } from "@/lib/credentials/open-badges/schema";
import { presentAssertion, presentRevokedAssertion } from "@/lib/credentials/open-badges/serializer";
import { getAssertion, isGone } from "@/lib/credentials/open-badges/service";
import { findPublicBadgeStamp } from "@/lib/credentials/public-pages/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: publicDocument({
    summary: "Get a badge as an assertion of Open Badges 2.0",
    ids: ["badge_id"],
    run: getAssertion,
    readVersion: findPublicBadgeStamp,
    movedTo: ({ newestId }) => newestId && assertionUrl(newestId),
    isGone,
    present: (badge) => (isGone(badge) ? presentRevokedAssertion(badge.row) : presentAssertion(badge.row)),
    response: Assertion,
  }),
});
