import { route } from "@/lib/http/endpoints/endpoint";
import { learningAction } from "@/lib/http/endpoints/learning-endpoint";
import { BadgeParameter, RuleDescription } from "@/lib/learning/rules/schema";
import { presentRuleDescription } from "@/lib/learning/rules/serializer";
import { describeRules } from "@/lib/learning/rules/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: learningAction({
    summary: "Get a description of how a badge is earned",
    parameters: BadgeParameter,
    run: describeRules,
    present: presentRuleDescription,
    response: RuleDescription,
  }),
});
