import { list, route } from "@/lib/http/endpoints/endpoint";
import { LearningLogItem } from "@/lib/learning/organization-lists/schema";
import { presentLog as present } from "@/lib/learning/organization-lists/serializer";
import { logListKeys as keys, listIntegrationLogs } from "@/lib/learning/organization-lists/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List the log entries of an integration",
    scope: "issued_badges",
    keys,
    ids: ["learning_integration_id"],
    run: listIntegrationLogs,
    present,
    response: LearningLogItem,
  }),
});
