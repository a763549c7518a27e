import { route } from "@/lib/http/endpoints/endpoint";
import { learningList } from "@/lib/http/endpoints/learning-endpoint";
import { GradeFilters, Grades } from "@/lib/learning/grades/schema";
import { presentGrades } from "@/lib/learning/grades/serializer";
import { listGrades } from "@/lib/learning/grades/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: learningList({
    summary: "List the grades of an integration",
    tokens: ["owner", "integration", "learner"],
    parameters: GradeFilters,
    run: listGrades,
    present: presentGrades,
    response: Grades,
  }),
});
