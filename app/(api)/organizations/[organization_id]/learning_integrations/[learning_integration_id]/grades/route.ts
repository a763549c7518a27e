import { list, route } from "@/lib/http/endpoints/endpoint";
import { LearningGradeItem } from "@/lib/learning/organization-lists/schema";
import { presentGrade as present } from "@/lib/learning/organization-lists/serializer";
import { gradeListKeys as keys, listIntegrationGrades } from "@/lib/learning/organization-lists/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List the grades of an integration",
    scope: "issued_badges",
    keys,
    ids: ["learning_integration_id"],
    run: listIntegrationGrades,
    present,
    response: LearningGradeItem,
  }),
});
