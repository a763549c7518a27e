import { EarnerBadgeInput, IssuedBadge } from "@/lib/badges/issued/schema";
import { get, route, update } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";
import { updateEarnerBadge, getEarnerBadge } from "@/lib/badges/issued/earner";
import { presentEarnerBadge as present } from "@/lib/badges/issued/serializer";

const ids = ["badge_id"] as const;
const response = IssuedBadge;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    ...earnerOnly,
    summary: "Get a badge of the signed-in person",
    ids,
    run: getEarnerBadge,
    present,
    response,
  }),
  PATCH: update({
    ...earnerOnly,
    summary: "Make an accepted badge public or private",
    body: EarnerBadgeInput,
    ids,
    run: updateEarnerBadge,
    present,
    response,
  }),
});
