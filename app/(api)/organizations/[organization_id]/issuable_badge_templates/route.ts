import { IssuableBadgeTemplate } from "@/lib/badge-templates/schema";
import { presentIssuable as present } from "@/lib/badge-templates/summary";
import { listIssuableTemplates, templateKeys } from "@/lib/badge-templates/service";
import { list, route } from "@/lib/http/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List the active badge templates that may be issued: the organization's own and its grantors'",
    scope: "badge_templates",
    keys: templateKeys,
    run: listIssuableTemplates,
    present,
    response: IssuableBadgeTemplate,
  }),
});
