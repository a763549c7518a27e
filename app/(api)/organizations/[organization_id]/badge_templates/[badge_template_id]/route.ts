import { BadgeTemplate, BadgeTemplateChange } from "@/lib/badge-templates/schema";
import { presentTemplate as present } from "@/lib/badge-templates/serializer";
import { deleteTemplate, getTemplate, updateTemplate } from "@/lib/badge-templates/service";
import { FILE_LIMIT } from "@/lib/http/body";
import { get, remove, route, update } from "@/lib/http/endpoint";

const scope = "badge_templates";
const response = BadgeTemplate;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({ summary: "Get a badge template", scope, run: getTemplate, present, response }),
  PUT: update({
    summary: "Change a badge template",
    scope,
    bodyLimit: FILE_LIMIT,
    body: BadgeTemplateChange,
    run: updateTemplate,
    present,
    response,
  }),
  DELETE: remove({ summary: "Delete a badge template that issued nothing", scope, run: deleteTemplate }),
});
