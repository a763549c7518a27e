import { unknownScimPathHandlers } from "@/lib/http/endpoints/scim-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = unknownScimPathHandlers();
