import { createTemplate, prepareTemplate } from "@/lib/badges/templates/create";
import { BadgeTemplate, BadgeTemplateInput } from "@/lib/badges/templates/schema";
import { presentTemplate as present, templateUrl } from "@/lib/badges/templates/serializer";
import { listTemplates, templateListKeys as keys } from "@/lib/badges/templates/service";
import { FILE_BODY_LIMIT } from "@/lib/http/endpoints/body";
import { create, list, route } from "@/lib/http/endpoints/endpoint";

const scope = "badge_templates";
const response = BadgeTemplate;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({ summary: "List badge templates", scope, keys, run: listTemplates, present, response }),
  POST: create({
    summary: "Create a badge template",
    scope,
    bodyLimit: FILE_BODY_LIMIT,
    body: BadgeTemplateInput,
    prepare: prepareTemplate,
    run: createTemplate,
    present,
    response,
    location: (row) => templateUrl(row.organizationId, row.id),
  }),
});
