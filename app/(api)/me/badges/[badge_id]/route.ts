import { EarnerBadgeInput } from "@/lib/identity/accounts/schema";
import { get, route, update } from "@/lib/http/endpoints/endpoint";
import { earner } from "@/lib/http/endpoints/endpoint-spec";
import { changeEarnerBadge, getEarnerBadge } from "@/lib/badges/issued/earner";
import { IssuedBadge } from "@/lib/badges/issued/schema";
import { presentEarnerBadge as present } from "@/lib/badges/issued/serializer";

const response = IssuedBadge;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    ...earner,
    summary: "Get a badge of the signed-in person",
    run: getEarnerBadge,
    present,
    response,
  }),
  PATCH: update({
    ...earner,
    summary: "Make an accepted badge public or private",
    body: EarnerBadgeInput,
    run: changeEarnerBadge,
    present,
    response,
  }),
});
