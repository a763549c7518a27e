import { route, update } from "@/lib/http/endpoint";
import { IssuedBadge, RevokeInput } from "@/lib/issued-badges/schema";
import { presentBadge } from "@/lib/issued-badges/serializer";
import { revokeBadge } from "@/lib/issued-badges/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: update({
    summary: "Revoke an issued badge",
    scope: "issued_badges",
    body: RevokeInput,
    run: revokeBadge,
    present: presentBadge,
    response: IssuedBadge,
  }),
});
