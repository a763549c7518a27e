import { BadgeTemplate, BadgeTemplateChange } from "@/lib/badges/templates/schema";
import { presentTemplate as present } from "@/lib/badges/templates/serializer";
import { deleteTemplate, getTemplate, updateTemplate } from "@/lib/badges/templates/service";
import { FILE_BODY_LIMIT } from "@/lib/http/endpoints/body";
import { get, remove, route, update } from "@/lib/http/endpoints/endpoint";

const ids = ["badge_template_id"] as const;
const scope = "badge_templates";
const response = BadgeTemplate;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({ summary: "Get a badge template", scope, ids, run: getTemplate, present, response }),
  PUT: update({
    summary: "Change a badge template",
    scope,
    bodyLimit: FILE_BODY_LIMIT,
    body: BadgeTemplateChange,
    ids,
    run: updateTemplate,
    present,
    response,
  }),
  DELETE: remove({
    summary: "Delete a badge template without issued badges",
    scope,
    ids,
    run: deleteTemplate,
  }),
});
