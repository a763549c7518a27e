import { route } from "@/lib/http/endpoints/endpoint";
import { scimDocument } from "@/lib/http/endpoints/scim-endpoint";
import { getResourceType } from "@/lib/workforce/directories/discovery";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: scimDocument({ summary: "Get a type of resources", run: getResourceType }),
});
