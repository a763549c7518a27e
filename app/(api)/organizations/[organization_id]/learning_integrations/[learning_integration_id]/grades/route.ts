import { list, route } from "@/lib/http/endpoints/endpoint";
import { LearningGradeItem } from "@/lib/learning/overview/schema";
import { presentGrade as present } from "@/lib/learning/overview/serializer";
import { gradeKeys as keys, listIntegrationGrades } from "@/lib/learning/overview/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List the grades of an integration",
    scope: "issued_badges",
    params: { learning_integration_id: "integer" },
    keys,
    run: listIntegrationGrades,
    present,
    response: LearningGradeItem,
  }),
});
