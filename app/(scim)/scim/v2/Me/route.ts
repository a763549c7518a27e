import { route } from "@/lib/http/endpoints/endpoint";
import { scimNotImplemented } from "@/lib/http/endpoints/scim-endpoint";

const handler = scimNotImplemented({ summary: "The user of the credential" });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handler,
  POST: handler,
  PUT: handler,
  PATCH: handler,
  DELETE: handler,
});
