import { z } from "zod";
import { route } from "@/lib/http/endpoints/endpoint";
import { learningList } from "@/lib/http/endpoints/learning-endpoint";
import { RuleParameter } from "@/lib/learning/eligibility/schema";
import { listEligibleStudents } from "@/lib/learning/eligibility/service";
import { LearningStudent } from "@/lib/learning/students/schema";
import { presentStudents } from "@/lib/learning/students/serializer";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: learningList({
    summary: "List the students who meet a rule",
    parameters: RuleParameter,
    run: listEligibleStudents,
    present: presentStudents,
    response: z.array(LearningStudent),
  }),
});
