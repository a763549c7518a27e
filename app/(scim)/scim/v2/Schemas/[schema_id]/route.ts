import { route } from "@/lib/http/endpoints/endpoint";
import { scimDocument } from "@/lib/http/endpoints/scim-endpoint";
import { getSchema } from "@/lib/workforce/directories/discovery";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: scimDocument({ summary: "Get the attributes of a resource", run: getSchema }),
});
