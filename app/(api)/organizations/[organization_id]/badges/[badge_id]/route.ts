import { get, route } from "@/lib/http/endpoint";
import { IssuedBadge } from "@/lib/issued-badges/schema";
import { presentBadge as present } from "@/lib/issued-badges/serializer";
import { getBadge } from "@/lib/issued-badges/service";

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: get({
    summary: "Get an issued badge",
    scope: "issued_badges",
    run: getBadge,
    present,
    response: IssuedBadge,
  }),
});
