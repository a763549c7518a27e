import { document } from "@/lib/http/document-endpoint";
import { route } from "@/lib/http/endpoint";
import { assertionUrl } from "@/lib/open-badges/addresses";
import { Assertion } from "@/lib/open-badges/schema";
import { presentAssertion, presentRevoked } from "@/lib/open-badges/serializer";
import { getAssertion } from "@/lib/open-badges/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: document({
    summary: "Get a badge as an assertion of Open Badges 2.0",
    run: getAssertion,
    movedTo: ({ newestId }) => newestId && assertionUrl(newestId),
    isGone: ({ row }) => row.state === "revoked",
    present: ({ row }) => (row.state === "revoked" ? presentRevoked(row) : presentAssertion(row)),
    response: Assertion,
  }),
});
