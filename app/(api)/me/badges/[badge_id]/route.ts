import { EarnerBadgeInput } from "@/lib/accounts/schema";
import { get, route, update } from "@/lib/http/endpoint";
import { earner } from "@/lib/http/exchange";
import { changeEarnerBadge, getEarnerBadge } from "@/lib/issued-badges/earner";
import { IssuedBadge } from "@/lib/issued-badges/schema";
import { presentEarnerBadge as present } from "@/lib/issued-badges/serializer";

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
