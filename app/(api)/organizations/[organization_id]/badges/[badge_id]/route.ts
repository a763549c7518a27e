import { get, remove, route } from "@/lib/http/endpoints/endpoint";
import { IssuedBadge } from "@/lib/badges/issued/schema";
import { badgeUrl, presentBadge } from "@/lib/badges/issued/serializer";
import { deleteBadge, getBadge } from "@/lib/badges/issued/service";

const ids = ["badge_id"] as const;
const scope = "issued_badges";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    summary: "Get an issued badge",
    scope,
    ids,
    run: getBadge,
    present: ({ badge }) => presentBadge(badge),
    movedTo: ({ newestId }, caller) => newestId && badgeUrl(caller.organizationId, newestId),
    response: IssuedBadge,
  }),
  DELETE: remove({ summary: "Delete an issued badge", scope, ids, run: deleteBadge }),
});
