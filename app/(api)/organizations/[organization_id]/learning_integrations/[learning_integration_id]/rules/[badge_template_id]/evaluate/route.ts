import { create, route } from "@/lib/http/endpoints/endpoint";
import { evaluateBadge } from "@/lib/learning/eligibility/organization-service";
import { EvaluationInput, EvaluationResult } from "@/lib/learning/eligibility/schema";
import { presentEvaluation as present } from "@/lib/learning/eligibility/serializer";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Issue a badge to the next students who meet one of its rules",
    scope: "issued_badges",
    status: 200,
    body: EvaluationInput,
    ids: ["learning_integration_id", "badge_template_id"],
    run: evaluateBadge,
    present,
    response: EvaluationResult,
  }),
});
