import { BadgeTemplateSummary } from "@/lib/badge-templates/schema";
import { presentSummary } from "@/lib/badge-templates/summary";
import { listTemplatesOfGrantor, templateKeys } from "@/lib/badge-templates/service";
import { list, route } from "@/lib/http/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List the badge templates that may be issued for a grantor",
    scope: "badge_templates",
    keys: templateKeys,
    run: listTemplatesOfGrantor,
    present: presentSummary,
    response: BadgeTemplateSummary,
  }),
});
