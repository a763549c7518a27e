import { list, route } from "@/lib/http/endpoints/endpoint";
import { listAppTokens } from "@/lib/learning/tokens/organization-service";
import { LearningAppToken } from "@/lib/learning/tokens/schema";
import { presentAppToken } from "@/lib/learning/tokens/serializer";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List the tokens of programs for a learning app",
    scope: "memberships",
    ids: ["learning_app_id"],
    run: listAppTokens,
    present: presentAppToken,
    response: LearningAppToken,
  }),
});
