import { list, route } from "@/lib/http/endpoints/endpoint";
import { ruleDocumentListKeys as keys, listRuleDocuments } from "@/lib/learning/rules/organization-service";
import { LearningRuleDocument } from "@/lib/learning/rules/schema";
import { presentRuleDocument as present } from "@/lib/learning/rules/serializer";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List the badges with rules in an integration, each with its rules",
    scope: "issued_badges",
    keys,
    ids: ["learning_integration_id"],
    run: listRuleDocuments,
    present,
    response: LearningRuleDocument,
  }),
});
