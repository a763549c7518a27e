import { create, route } from "@/lib/http/endpoints/endpoint";
import { EmptyInput } from "@/lib/kernel/fields";
import { LearningApp } from "@/lib/learning/apps/schema";
import { presentNewApp } from "@/lib/learning/apps/serializer";
import { rotateAppSecret } from "@/lib/learning/apps/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Rotate the secret of a learning app",
    requiresProof: true,
    scope: "memberships",
    body: EmptyInput,
    ids: ["learning_app_id"],
    run: rotateAppSecret,
    present: presentNewApp,
    response: LearningApp,
  }),
});
