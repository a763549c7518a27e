import { route } from "@/lib/http/endpoints/endpoint";
import { scimDocument } from "@/lib/http/endpoints/scim-endpoint";
import { listSchemas } from "@/lib/workforce/directories/discovery";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: scimDocument({ summary: "List the attributes of resources", run: listSchemas }),
});
