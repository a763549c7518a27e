import { route } from "@/lib/http/endpoints/endpoint";
import { learningList, NoParameters } from "@/lib/http/endpoints/learning-endpoint";
import { Gradables } from "@/lib/learning/gradables/schema";
import { presentGradables } from "@/lib/learning/gradables/serializer";
import { listGradables } from "@/lib/learning/gradables/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: learningList({
    summary: "List the gradables of an integration",
    tokens: ["owner", "integration", "learner"],
    parameters: NoParameters,
    run: listGradables,
    present: presentGradables,
    response: Gradables,
  }),
});
