import { postQuery, route } from "@/lib/http/endpoints/endpoint";
import { previewRules } from "@/lib/learning/eligibility/organization-service";
import { RulePreview, RulePreviewInput } from "@/lib/learning/eligibility/schema";
import { presentPreview as present } from "@/lib/learning/eligibility/serializer";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: postQuery({
    summary: "Preview which students qualify under rules that are not saved",
    scope: "issued_badges",
    body: RulePreviewInput,
    ids: ["learning_integration_id"],
    run: previewRules,
    present,
    response: RulePreview,
  }),
});
