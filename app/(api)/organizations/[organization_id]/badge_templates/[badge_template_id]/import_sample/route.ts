import { buildSampleFile } from "@/lib/badges/imports/sample";
import { route } from "@/lib/http/endpoints/endpoint";
import { csvTable } from "@/lib/http/endpoints/file-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: csvTable({
    summary: "Get a sample import file for a badge template",
    scope: "badge_templates",
    ids: ["badge_template_id"],
    run: buildSampleFile,
  }),
});
