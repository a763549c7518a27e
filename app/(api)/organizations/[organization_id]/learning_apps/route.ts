import { create, list, route } from "@/lib/http/endpoints/endpoint";
import { LearningApp, LearningAppInput } from "@/lib/learning/apps/schema";
import { presentApp, presentNewApp } from "@/lib/learning/apps/serializer";
import { createApp, listApps } from "@/lib/learning/apps/service";

const scope = "memberships";
const response = LearningApp;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({ summary: "List learning apps", scope, run: listApps, present: presentApp, response }),
  POST: create({
    summary: "Create a learning app (only this response shows its secret)",
    requiresProof: true,
    scope,
    body: LearningAppInput,
    run: createApp,
    present: presentNewApp,
    response,
  }),
});
