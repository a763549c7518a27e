import { BadgeTemplateSummary } from "@/lib/badges/templates/schema";
import { presentSummary } from "@/lib/badges/templates/summary";
import { listGrantorTemplates, templateListKeys } from "@/lib/badges/templates/service";
import { list, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List the badge templates that may be issued for a grantor",
    scope: "badge_templates",
    keys: templateListKeys,
    ids: ["grantor_id"],
    run: listGrantorTemplates,
    present: presentSummary,
    response: BadgeTemplateSummary,
  }),
});
