import { get, remove, route, update } from "@/lib/http/endpoints/endpoint";
import { LearningApp, LearningAppChange } from "@/lib/learning/apps/schema";
import { presentApp as present } from "@/lib/learning/apps/serializer";
import { deleteApp, getApp, updateApp } from "@/lib/learning/apps/service";

const ids = ["learning_app_id"] as const;
const scope = "memberships";
const response = LearningApp;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({ summary: "Get a learning app", scope, ids, run: getApp, present, response }),
  PUT: update({
    summary: "Change a learning app",
    scope,
    requiresProof: true,
    body: LearningAppChange,
    ids,
    run: updateApp,
    present,
    response,
  }),
  DELETE: remove({ summary: "Delete a learning app with all its data", scope, ids, run: deleteApp }),
});
