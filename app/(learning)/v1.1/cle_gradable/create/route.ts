import { FILE_BODY_LIMIT } from "@/lib/http/endpoints/body";
import { route } from "@/lib/http/endpoints/endpoint";
import { learningList } from "@/lib/http/endpoints/learning-endpoint";
import { Gradables, NewGradables } from "@/lib/learning/gradables/schema";
import { presentGradables } from "@/lib/learning/gradables/serializer";
import { createGradables } from "@/lib/learning/gradables/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: learningList({
    summary: "Create gradables and list them",
    bodyLimit: FILE_BODY_LIMIT,
    parameters: NewGradables,
    run: createGradables,
    present: presentGradables,
    response: Gradables,
  }),
});
