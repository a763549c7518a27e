import { unknownPathHandlers } from "@/lib/http/endpoints/handle-request";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = unknownPathHandlers();
