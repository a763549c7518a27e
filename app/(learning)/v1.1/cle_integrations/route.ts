import { route } from "@/lib/http/endpoints/endpoint";
import { learningList, NoParameters } from "@/lib/http/endpoints/learning-endpoint";
import { LearningIntegrations } from "@/lib/learning/integrations/schema";
import { presentIntegrations } from "@/lib/learning/integrations/serializer";
import { listIntegrations } from "@/lib/learning/integrations/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: learningList({
    summary: "List the integrations of the token",
    place: "app",
    parameters: NoParameters,
    run: listIntegrations,
    present: presentIntegrations,
    response: LearningIntegrations,
  }),
});
