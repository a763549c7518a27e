import { create, route } from "@/lib/http/endpoints/endpoint";
import { replaceBadge } from "@/lib/badges/issued/replace";
import { IssuedBadge, ReplaceInput } from "@/lib/badges/issued/schema";
import { badgePageUrl } from "@/lib/organizations/badge-facts/serializer";
import { presentIssuedBadge } from "@/lib/badges/issued/serializer";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Replace an issued badge",
    scope: "issued_badges",
    requiresProof: true,
    body: ReplaceInput,
    ids: ["badge_id"],
    run: replaceBadge,
    present: presentIssuedBadge,
    response: IssuedBadge,
    location: (row) => badgePageUrl(row.id),
  }),
});
