import { copyTemplate, prepareCopy } from "@/lib/badges/templates/copy";
import { BadgeTemplate, BadgeTemplateCopyInput } from "@/lib/badges/templates/schema";
import { presentTemplate as present, templateUrl } from "@/lib/badges/templates/serializer";
import { create, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Copy a badge template as a draft",
    scope: "badge_templates",
    body: BadgeTemplateCopyInput,
    ids: ["badge_template_id"],
    prepare: prepareCopy,
    run: copyTemplate,
    present,
    response: BadgeTemplate,
    location: (row) => templateUrl(row.organizationId, row.id),
  }),
});
