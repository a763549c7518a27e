import { list, route } from "@/lib/http/endpoints/endpoint";
import { LearningGradableItem } from "@/lib/learning/overview/schema";
import { presentGradable as present } from "@/lib/learning/overview/serializer";
import { gradableKeys as keys, listIntegrationGradables } from "@/lib/learning/overview/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List the gradables of an integration",
    scope: "issued_badges",
    params: { learning_integration_id: "integer" },
    keys,
    run: listIntegrationGradables,
    present,
    response: LearningGradableItem,
  }),
});
