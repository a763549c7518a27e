import { route, update } from "@/lib/http/endpoints/endpoint";
import { IssuedBadge, RevokeInput } from "@/lib/badges/issued/schema";
import { presentBadge } from "@/lib/badges/issued/serializer";
import { revokeBadge } from "@/lib/badges/issued/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: update({
    summary: "Revoke an issued badge",
    scope: "issued_badges",
    requiresProof: true,
    body: RevokeInput,
    ids: ["badge_id"],
    run: revokeBadge,
    present: presentBadge,
    response: IssuedBadge,
  }),
});
