import { IssuableBadgeTemplate } from "@/lib/badges/templates/schema";
import { presentIssuableTemplate as present } from "@/lib/badges/templates/summary";
import { listIssuableTemplates, templateListKeys } from "@/lib/badges/templates/service";
import { list, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary:
      "List the active badge templates that the organization can issue, including those of its grantors",
    scope: "badge_templates",
    keys: templateListKeys,
    run: listIssuableTemplates,
    present,
    response: IssuableBadgeTemplate,
  }),
});
