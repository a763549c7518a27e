import { route } from "@/lib/http/endpoints/endpoint";
import { scimBulk } from "@/lib/http/endpoints/scim-endpoint";
import { runBulk } from "@/lib/workforce/directories/bulk";
import { BulkBody } from "@/lib/workforce/directories/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: scimBulk({ summary: "Change several employees", body: BulkBody, run: runBulk }),
});
