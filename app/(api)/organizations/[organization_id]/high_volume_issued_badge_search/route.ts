import { route, walk } from "@/lib/http/endpoint";
import { BulkBadge, encodeBulk } from "@/lib/issued-badges/bulk";
import { badgeKeys } from "@/lib/issued-badges/service";
import { walkBadges } from "@/lib/issued-badges/walk";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: walk({
    summary: "Walk all issued badges",
    scope: "issued_badges",
    keys: badgeKeys,
    query: { badge_format: "`default` or `minimal`." },
    run: walkBadges,
    encode: encodeBulk,
    response: BulkBadge,
  }),
});
