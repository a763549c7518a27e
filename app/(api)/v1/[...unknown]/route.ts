import { unknownPath } from "@/lib/http/unknown-path";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = unknownPath();
