import { BadgeBulkAction, BadgeBulkActionInput } from "@/lib/badges/bulk-actions/schema";
import { bulkActionUrl, presentBulkAction as present } from "@/lib/badges/bulk-actions/serializer";
import { bulkActionListKeys, listBulkActions, startBulkAction } from "@/lib/badges/bulk-actions/service";
import { create, list, route } from "@/lib/http/endpoints/endpoint";

const scope = "issued_badges";
const response = BadgeBulkAction;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List bulk actions",
    scope,
    keys: bulkActionListKeys,
    run: listBulkActions,
    present,
    response,
  }),
  POST: create({
    summary: "Resend, revoke or delete all badges that match a filter",
    requiresProof: true,
    scope,
    body: BadgeBulkActionInput,
    run: startBulkAction,
    present,
    response,
    location: bulkActionUrl,
  }),
});
