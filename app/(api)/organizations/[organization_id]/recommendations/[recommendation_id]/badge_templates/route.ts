import { BadgeTemplateSummary } from "@/lib/badge-templates/schema";
import { presentSummary } from "@/lib/badge-templates/summary";
import { templateKeys } from "@/lib/badge-templates/service";
import { list, route } from "@/lib/http/endpoint";
import { listRecommendationTemplates } from "@/lib/recommendations/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List the badge templates that show a recommendation",
    scope: "recommendations",
    keys: templateKeys,
    run: listRecommendationTemplates,
    present: presentSummary,
    response: BadgeTemplateSummary,
  }),
});
