import { BadgeBulkAction } from "@/lib/badges/bulk-actions/schema";
import { presentBulkAction } from "@/lib/badges/bulk-actions/serializer";
import { cancelBulkAction } from "@/lib/badges/bulk-actions/service";
import { create, route } from "@/lib/http/endpoints/endpoint";
import { EmptyInput } from "@/lib/kernel/fields";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Stop a bulk action that is running",
    scope: "issued_badges",
    status: 200,
    body: EmptyInput,
    ids: ["badge_bulk_action_id"],
    run: cancelBulkAction,
    present: presentBulkAction,
    response: BadgeBulkAction,
  }),
});
