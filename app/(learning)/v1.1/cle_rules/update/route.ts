import { route } from "@/lib/http/endpoints/endpoint";
import { learningAction } from "@/lib/http/endpoints/learning-endpoint";
import { RulesChange, RulesUpdated } from "@/lib/learning/rules/schema";
import { presentRulesUpdated } from "@/lib/learning/rules/serializer";
import { updateRules } from "@/lib/learning/rules/service";

const update = learningAction({
  summary: "Set or delete the rules of a badge",
  parameters: RulesChange,
  run: updateRules,
  present: presentRulesUpdated,
  response: RulesUpdated,
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: update,
  PUT: update,
  PATCH: update,
});
