import { get, remove, route, update } from "@/lib/http/endpoints/endpoint";
import {
  deleteLearningIntegration,
  getLearningIntegration,
  updateLearningIntegration,
} from "@/lib/learning/integrations/organization-service";
import { LearningIntegrationChange, LearningIntegrationItem } from "@/lib/learning/integrations/schema";
import { presentIntegration as present } from "@/lib/learning/integrations/serializer";

const ids = ["learning_integration_id"] as const;
const shown = { present, response: LearningIntegrationItem };
const scope = "memberships";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    ...shown,
    scope: "issued_badges",
    summary: "Get an integration",
    ids,
    run: getLearningIntegration,
  }),
  PUT: update({
    ...shown,
    scope,
    summary: "Change an integration",
    body: LearningIntegrationChange,
    ids,
    run: updateLearningIntegration,
  }),
  DELETE: remove({ scope, summary: "Delete an integration", ids, run: deleteLearningIntegration }),
});
