import { create, list, route } from "@/lib/http/endpoints/endpoint";
import {
  createLearningIntegration,
  integrationListKeys as keys,
  listLearningIntegrations,
} from "@/lib/learning/integrations/organization-service";
import { LearningIntegrationInput, LearningIntegrationItem } from "@/lib/learning/integrations/schema";
import { presentIntegration as present } from "@/lib/learning/integrations/serializer";

const response = LearningIntegrationItem;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List the integrations of learning apps",
    scope: "issued_badges",
    keys,
    run: listLearningIntegrations,
    present,
    response,
  }),
  POST: create({
    summary: "Create an integration of a learning app",
    scope: "memberships",
    body: LearningIntegrationInput,
    run: createLearningIntegration,
    present,
    response,
  }),
});
