import { create, list, route } from "@/lib/http/endpoints/endpoint";
import { Recommendation, RecommendationInput, RecommendationItem } from "@/lib/badges/recommendations/schema";
import {
  presentRecommendationItem,
  presentRecommendation,
  recommendationUrl,
} from "@/lib/badges/recommendations/serializer";
import {
  createRecommendation,
  listRecommendations,
  recommendationListKeys,
} from "@/lib/badges/recommendations/service";

const scope = "recommendations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List recommendations",
    scope,
    keys: recommendationListKeys,
    run: listRecommendations,
    present: presentRecommendationItem,
    response: RecommendationItem,
  }),
  POST: create({
    summary: "Create a recommendation",
    scope,
    body: RecommendationInput,
    run: createRecommendation,
    present: presentRecommendation,
    response: Recommendation,
    location: recommendationUrl,
  }),
});
