import { route } from "@/lib/http/endpoints/endpoint";
import { learningList } from "@/lib/http/endpoints/learning-endpoint";
import { CourseParameter, LearningIntegrations } from "@/lib/learning/integrations/schema";
import { presentIntegrations } from "@/lib/learning/integrations/serializer";
import { deleteIntegration } from "@/lib/learning/integrations/service";

const remove = learningList({
  summary: "Delete an integration with all its data and list the others",
  tokens: ["owner"],
  place: "app",
  parameters: CourseParameter,
  run: deleteIntegration,
  present: presentIntegrations,
  response: LearningIntegrations,
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: remove, DELETE: remove });
