import { BadgeBulkActionItem } from "@/lib/badges/bulk-actions/schema";
import { presentBulkItem } from "@/lib/badges/bulk-actions/serializer";
import { bulkItemListKeys, listBulkActionItems } from "@/lib/badges/bulk-actions/service";
import { list, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List the badges of a bulk action",
    scope: "issued_badges",
    keys: bulkItemListKeys,
    ids: ["badge_bulk_action_id"],
    run: listBulkActionItems,
    present: presentBulkItem,
    response: BadgeBulkActionItem,
  }),
});
