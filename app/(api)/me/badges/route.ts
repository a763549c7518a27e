import { list, route } from "@/lib/http/endpoint";
import { earner } from "@/lib/http/exchange";
import { listEarnerBadges, earnerBadgeKeys } from "@/lib/issued-badges/earner";
import { IssuedBadge } from "@/lib/issued-badges/schema";
import { presentEarnerBadge } from "@/lib/issued-badges/serializer";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    ...earner,
    summary: "List the badges of the signed-in person",
    keys: earnerBadgeKeys,
    run: listEarnerBadges,
    present: presentEarnerBadge,
    response: IssuedBadge,
  }),
});
