import { unknownLearningPathHandlers } from "@/lib/http/endpoints/learning-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = unknownLearningPathHandlers();
