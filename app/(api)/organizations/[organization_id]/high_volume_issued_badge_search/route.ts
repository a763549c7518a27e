import { route, cursorList } from "@/lib/http/endpoints/endpoint";
import { BulkBadge, encodeBulkBadge } from "@/lib/badges/issued/bulk";
import { badgeListKeys } from "@/lib/badges/issued/service";
import { readBulkInput, scanBadges } from "@/lib/badges/issued/cursor-scan";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: cursorList({
    summary: "List all issued badges with a cursor",
    scope: "issued_badges",
    requiresProof: true,
    keys: badgeListKeys,
    query: { badge_format: "`default` or `minimal`." },
    readQuery: readBulkInput,
    run: scanBadges,
    encode: encodeBulkBadge,
    response: BulkBadge,
  }),
});
