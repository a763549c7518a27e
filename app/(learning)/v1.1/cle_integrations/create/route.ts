import { route } from "@/lib/http/endpoints/endpoint";
import { learningList } from "@/lib/http/endpoints/learning-endpoint";
import { IntegrationInput, LearningIntegrations } from "@/lib/learning/integrations/schema";
import { presentIntegrations } from "@/lib/learning/integrations/serializer";
import { createIntegration } from "@/lib/learning/integrations/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: learningList({
    summary: "Create an integration",
    tokens: ["owner"],
    place: "app",
    parameters: IntegrationInput,
    run: createIntegration,
    present: presentIntegrations,
    response: LearningIntegrations,
  }),
});
