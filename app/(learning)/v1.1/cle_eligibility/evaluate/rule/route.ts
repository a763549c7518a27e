import { route } from "@/lib/http/endpoints/endpoint";
import { learningAction } from "@/lib/http/endpoints/learning-endpoint";
import { RuleParameter, StudentCount } from "@/lib/learning/eligibility/schema";
import { presentStudentCount } from "@/lib/learning/eligibility/serializer";
import { evaluateRule } from "@/lib/learning/eligibility/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: learningAction({
    summary: "Issue the badge of a rule to the students who meet it",
    parameters: RuleParameter,
    run: evaluateRule,
    present: presentStudentCount,
    response: StudentCount,
  }),
});
