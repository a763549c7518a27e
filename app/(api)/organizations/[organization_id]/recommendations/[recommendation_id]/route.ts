import { get, remove, route, update } from "@/lib/http/endpoints/endpoint";
import { Recommendation, RecommendationChange } from "@/lib/badges/recommendations/schema";
import { presentRecommendation as present } from "@/lib/badges/recommendations/serializer";
import {
  deleteRecommendation,
  getRecommendation,
  updateRecommendation,
} from "@/lib/badges/recommendations/service";

const ids = ["recommendation_id"] as const;
const scope = "recommendations";
const response = Recommendation;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({ summary: "Get a recommendation", scope, ids, run: getRecommendation, present, response }),
  PATCH: update({
    summary: "Change a recommendation",
    scope,
    body: RecommendationChange,
    ids,
    run: updateRecommendation,
    present,
    response,
  }),
  DELETE: remove({ summary: "Delete a recommendation", scope, ids, run: deleteRecommendation }),
});
