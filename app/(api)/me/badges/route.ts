import { list, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";
import { listEarnerBadges, earnerBadgeListKeys } from "@/lib/badges/issued/earner";
import { IssuedBadge } from "@/lib/badges/issued/schema";
import { presentEarnerBadge } from "@/lib/badges/issued/serializer";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    ...earnerOnly,
    summary: "List the badges of the signed-in person",
    keys: earnerBadgeListKeys,
    run: listEarnerBadges,
    present: presentEarnerBadge,
    response: IssuedBadge,
  }),
});
