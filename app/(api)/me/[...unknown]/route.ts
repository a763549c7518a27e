import { unknownPathHandlers } from "@/lib/http/endpoints/unknown-path";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = unknownPathHandlers("earner");
