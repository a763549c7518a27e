import { z } from "zod";
import { route } from "@/lib/http/endpoints/endpoint";
import { learningList } from "@/lib/http/endpoints/learning-endpoint";
import { LearningStudent, StudentFilters } from "@/lib/learning/students/schema";
import { presentStudents } from "@/lib/learning/students/serializer";
import { listStudents } from "@/lib/learning/students/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: learningList({
    summary: "List the students of an integration",
    tokens: ["owner", "integration", "learner"],
    parameters: StudentFilters,
    run: listStudents,
    present: presentStudents,
    response: z.array(LearningStudent),
  }),
});
