import { z } from "zod";
import { route } from "@/lib/http/endpoints/endpoint";
import { learningAction } from "@/lib/http/endpoints/learning-endpoint";
import { BadgeParameter, LearningRule } from "@/lib/learning/rules/schema";
import { presentRules } from "@/lib/learning/rules/serializer";
import { listRules } from "@/lib/learning/rules/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: learningAction({
    summary: "List the rules of a badge",
    parameters: BadgeParameter,
    run: listRules,
    present: presentRules,
    response: z.array(LearningRule),
  }),
});
