import { unknownScimPathHandlers } from "@/lib/http/endpoints/scim-operation";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = unknownScimPathHandlers();
