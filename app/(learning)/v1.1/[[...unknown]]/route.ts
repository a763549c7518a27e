import { unknownLearningPath } from "@/lib/http/learning-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = unknownLearningPath();
