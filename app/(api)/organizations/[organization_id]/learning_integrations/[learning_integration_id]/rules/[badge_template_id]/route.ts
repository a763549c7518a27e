import { get, route, update } from "@/lib/http/endpoints/endpoint";
import { getRuleDocument, saveRuleDocument } from "@/lib/learning/rules/organization-service";
import { LearningRuleDocument, LearningRuleDocumentInput } from "@/lib/learning/rules/schema";
import { presentRuleDocument as present } from "@/lib/learning/rules/serializer";

const ids = ["learning_integration_id", "badge_template_id"] as const;
const scope = "issued_badges";
const common = { scope, present } as const;
const response = LearningRuleDocument;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    ...common,
    summary: "Get the rules of a badge in an integration",
    ids,
    run: getRuleDocument,
    response,
  }),
  PUT: update({
    ...common,
    summary: "Replace all rules of a badge in an integration",
    body: LearningRuleDocumentInput,
    ids,
    run: saveRuleDocument,
    response,
  }),
});
