import { unknownLearningPath } from "@/lib/http/endpoints/learning-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = unknownLearningPath();
