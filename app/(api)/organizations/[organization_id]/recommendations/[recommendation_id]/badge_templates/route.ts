import { BadgeTemplateSummary } from "@/lib/badges/templates/schema";
import { presentSummary } from "@/lib/badges/templates/summary";
import { templateListKeys } from "@/lib/badges/templates/service";
import { list, route } from "@/lib/http/endpoints/endpoint";
import { listRecommendationTemplates } from "@/lib/badges/recommendations/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List the badge templates that show a recommendation",
    scope: "recommendations",
    keys: templateListKeys,
    ids: ["recommendation_id"],
    run: listRecommendationTemplates,
    present: presentSummary,
    response: BadgeTemplateSummary,
  }),
});
