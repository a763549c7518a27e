import { list, route } from "@/lib/http/endpoints/endpoint";
import { LearningStudentItem } from "@/lib/learning/organization-lists/schema";
import { presentStudent as present } from "@/lib/learning/organization-lists/serializer";
import { studentListKeys as keys, listIntegrationStudents } from "@/lib/learning/organization-lists/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List the students of an integration",
    scope: "issued_badges",
    keys,
    ids: ["learning_integration_id"],
    run: listIntegrationStudents,
    present,
    response: LearningStudentItem,
  }),
});
