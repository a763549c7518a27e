import { BadgeBulkAction } from "@/lib/badges/bulk-actions/schema";
import { presentBulkAction } from "@/lib/badges/bulk-actions/serializer";
import { getBulkAction } from "@/lib/badges/bulk-actions/service";
import { get, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    summary: "Get a bulk action",
    scope: "issued_badges",
    ids: ["badge_bulk_action_id"],
    run: getBulkAction,
    present: presentBulkAction,
    response: BadgeBulkAction,
  }),
});
