import { get, remove, route, update } from "@/lib/http/endpoints/endpoint";
import {
  deleteLearningIntegration,
  getLearningIntegration,
  updateLearningIntegration,
} from "@/lib/learning/integrations/organization-service";
import { LearningIntegrationChange, LearningIntegrationItem } from "@/lib/learning/integrations/schema";
import { presentIntegration as present } from "@/lib/learning/integrations/serializer";

const params = { learning_integration_id: "integer" } as const;
const shown = { params, present, response: LearningIntegrationItem };
const scope = "memberships";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({ ...shown, scope: "issued_badges", summary: "Get an integration", run: getLearningIntegration }),
  PUT: update({
    ...shown,
    scope,
    summary: "Change an integration",
    body: LearningIntegrationChange,
    run: updateLearningIntegration,
  }),
  DELETE: remove({ scope, params, summary: "Delete an integration", run: deleteLearningIntegration }),
});
