import { list, route } from "@/lib/http/endpoints/endpoint";
import { LearningGradableItem } from "@/lib/learning/organization-lists/schema";
import { presentGradable as present } from "@/lib/learning/organization-lists/serializer";
import {
  gradableListKeys as keys,
  listIntegrationGradables,
} from "@/lib/learning/organization-lists/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List the gradables of an integration",
    scope: "issued_badges",
    keys,
    ids: ["learning_integration_id"],
    run: listIntegrationGradables,
    present,
    response: LearningGradableItem,
  }),
});
