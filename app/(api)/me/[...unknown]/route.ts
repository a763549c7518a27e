import { unknownPath } from "@/lib/http/endpoints/unknown-path";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = unknownPath("earner");
